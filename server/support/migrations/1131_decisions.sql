-- What was decided about a report and why, for the one whom it is about, who may appeal once. `dismissed`: no rule was
-- broken, and nobody but who reported is told. Rows are final; their words go with the report's, and are never rewritten.
create table support.decision (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references support.ticket,
  -- The second decision of a report is the one about the appeal.
  on_appeal boolean not null,
  outcome text not null check (outcome in ('dismissed', 'warned', 'removed', 'suspended')),
  reason text check (length(reason) between 1 and 2000),
  staff_id bigint not null,
  at timestamptz not null,
  unique (ticket_id, on_appeal)
);
create table support.appeal (
  ticket_id bigint primary key references support.ticket,
  account_id bigint not null,
  text text check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index appeal_account on support.appeal (account_id);

create function support.guard_decision() returns trigger language plpgsql as $$
declare
  appeal support.appeal;
begin
  if (select kind from support.ticket where id = new.ticket_id) is distinct from 'report' then
    raise exception 'only reports are decided' using errcode = 'SU002';
  end if;
  select * into appeal from support.appeal where ticket_id = new.ticket_id;
  if new.on_appeal and (appeal is null or appeal.at > new.at) then
    raise exception 'nobody has appealed' using errcode = 'SU002';
  end if;
  return new;
end $$;
create trigger guard_decision before insert on support.decision
  for each row execute function support.guard_decision();

create function support.guard_appeal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from support.decision as d join support.ticket as t on t.id = d.ticket_id
    where t.id = new.ticket_id and t.reported_id = new.account_id and not d.on_appeal and d.outcome <> 'dismissed'
      and new.at between d.at and d.at + interval '180 days') then
    raise exception 'no decision to appeal against' using errcode = 'SU002';
  end if;
  return new;
end $$;
create trigger guard_appeal before insert on support.appeal
  for each row execute function support.guard_appeal();

-- The column named by the trigger may be emptied once, nothing else changes and nothing goes.
create function support.guard_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0]
      and (to_jsonb(new) -> tg_argv[0] = 'null'::jsonb or to_jsonb(new) = to_jsonb(old)) then
      return new;
    end if;
  end if;
  raise exception 'what was decided and answered is never changed' using errcode = 'SU001';
end $$;
create trigger final before update or delete on support.decision
  for each row execute function support.guard_history('reason');
create trigger final before update or delete on support.appeal
  for each row execute function support.guard_history('text');
create trigger final before update or delete on support.note
  for each row execute function support.guard_history('body');
create trigger final_all before truncate on support.decision
  for each statement execute function support.guard_log();
create trigger final_all before truncate on support.appeal
  for each statement execute function support.guard_log();
create trigger final_all before truncate on support.note
  for each statement execute function support.guard_log();

alter table support.staff_action drop constraint staff_action_action_check;
alter table support.staff_action add constraint staff_action_action_check check (action in (
  'hide_model', 'show_model', 'suspend_model', 'restore_model', 'end_show', 'approve_model', 'send_back_model',
  'answer_ticket', 'note_ticket', 'close_ticket', 'reopen_ticket', 'decide_report', 'refund_payment', 'end_sessions',
  'make_admin', 'remove_second_factor', 'pay_out', 'resolve_chargeback'));
