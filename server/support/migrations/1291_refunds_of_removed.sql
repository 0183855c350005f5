-- What buyers paid for something that staff removed and gave them back: one row for each payment, however often it is
-- asked for. `from_model` came out of the model's earnings; `from_house`: what these no longer had, which the house gives.
create table support.refund (
  transfer_id bigint primary key,
  ticket_id bigint not null references support.ticket,
  fan_id bigint not null,
  model_id bigint not null,
  tokens bigint not null check (tokens > 0),
  ordered_at timestamptz not null,
  from_model bigint check (from_model >= 0),
  from_house bigint check (from_house >= 0),
  returned_at timestamptz,
  constraint all_or_nothing check (
    (returned_at is null) = (from_model is null) and (returned_at is null) = (from_house is null)),
  constraint never_more_than_paid check (from_model + from_house <= tokens)
);
create index refund_waiting on support.refund (ticket_id, transfer_id) where returned_at is null;
create index refund_ticket on support.refund (ticket_id);

create function support.keep_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.returned_at is null
    and (new.transfer_id, new.ticket_id, new.fan_id, new.model_id, new.tokens, new.ordered_at)
      = (old.transfer_id, old.ticket_id, old.fan_id, old.model_id, old.tokens, old.ordered_at) then
    return new;
  end if;
  raise exception 'what was given back stays as it was' using errcode = 'SU001';
end $$;
create trigger final before update or delete on support.refund
  for each row execute function support.keep_refund();
create trigger final_all before truncate on support.refund
  for each statement execute function support.guard_log();

-- One more of the actions that the log knows, whichever these are by now.
do $$
declare
  known text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'support.staff_action'::regclass and conname = 'staff_action_action_check');
begin
  alter table support.staff_action drop constraint staff_action_action_check;
  execute 'alter table support.staff_action add constraint staff_action_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''view_evidence''::text, ');
end $$;
