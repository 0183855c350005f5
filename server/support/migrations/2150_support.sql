-- Messages to support, what staff answered, and everything that staff did.
create schema support;

create table support.ticket (
  id bigint generated always as identity not null,
  -- What its sender quotes; drawn by lot, so that it tells nothing about others.
  number text not null,
  -- Made by the sender's page: the same message sent twice is one ticket.
  client_id uuid not null,
  kind text not null,
  reason text,
  -- 1 is the gravest.
  priority smallint not null,
  state text default 'open' not null,
  language text not null,
  -- Personal data, null once erased.
  name text,
  email text,
  url text,
  message text,
  account_id bigint,
  created_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  erased_at timestamptz,
  -- Reports of what people see in the product, each with a copy of what it was when it was reported.
  about text,
  about_id bigint,
  -- Whose it is, if it is an account's; personal data, as the copy is.
  reported_id bigint,
  evidence jsonb,
  constraint ticket_pkey primary key (id),
  constraint ticket_client_id_key unique (client_id),
  constraint ticket_number_key unique (number),
  constraint email_written check (kit.is_written(email)),
  constraint message_written check (kit.is_written(message)),
  constraint name_written check (kit.is_written(name)),
  constraint report_has_evidence check (kind <> 'report' and reported_id is null and evidence is null or kind = 'report' and (erased_at is null) = (evidence is not null) and (evidence is not null or reported_id is null)),
  -- Pictures of models' pages can be reported.
  constraint ticket_about_check check (about in ('room', 'line', 'profile', 'picture', 'video', 'post', 'comment', 'chat', 'message')),
  constraint ticket_check check (due_at > created_at),
  constraint ticket_check2 check ((state = 'closed') = (closed_at is not null)),
  constraint ticket_check3 check (state <> 'answered' or answered_at is not null),
  constraint ticket_check4 check (erased_at is null or state = 'closed' and name is null and email is null and url is null and message is null and account_id is null),
  constraint ticket_check5 check (erased_at is not null or message is not null),
  constraint ticket_email_check check (length(email) <= 190),
  constraint ticket_has_reason check ((kind = 'contact') = (reason is null)),
  constraint ticket_is_about check ((kind = 'report') = (about is not null) and (about is null) = (about_id is null)),
  constraint ticket_kind_check check (kind in ('contact', 'removal', 'report')),
  constraint ticket_language_check check (language in ('en', 'es')),
  constraint ticket_message_check check (length(message) <= 5000),
  constraint ticket_name_check check (length(name) <= 100),
  constraint ticket_number_check check (number ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  constraint ticket_priority_check check (priority >= 1 and priority <= 3),
  constraint ticket_reason_check check (reason in ('minor', 'nonconsensual', 'danger', 'harassment', 'scam', 'privacy', 'copyright', 'other')),
  constraint ticket_state_check check (state in ('open', 'answered', 'closed')),
  constraint ticket_url_check check (length(url) <= 500),
  constraint url_written check (kit.is_written(url))
);
create index ticket_account on support.ticket (account_id) where account_id is not null;
create index ticket_email on support.ticket (lower(email)) where email is not null;
create index ticket_erase on support.ticket (closed_at) where erased_at is null;
create index ticket_of_account on support.ticket (account_id, id desc) where account_id is not null;
create index ticket_of_reported on support.ticket (reported_id) where reported_id is not null;
create index ticket_queue on support.ticket (priority, due_at) where state <> 'closed';

create table support.appeal (
  ticket_id bigint not null,
  account_id bigint not null,
  text text,
  at timestamptz not null,
  constraint appeal_pkey primary key (ticket_id),
  constraint appeal_ticket_id_fkey foreign key (ticket_id) references support.ticket(id),
  constraint appeal_text_check check (length(text) >= 1 and length(text) <= 2000),
  constraint text_written check (kit.is_written(text))
);
create index appeal_account on support.appeal (account_id);

-- What the checks of the machine found last, for whoever looks on any node.
create table support.check_result (
  name text not null,
  ok boolean not null,
  report jsonb not null,
  at timestamptz not null,
  constraint check_result_pkey primary key (name),
  constraint check_result_name_check check (name in ('reconciliation', 'ledger_audit'))
);

-- What was decided about a report and why, for the one whom it is about, who may appeal once. `dismissed`: no rule was
-- broken, and nobody but who reported is told. Rows are final; their words go with the report's, and are never rewritten.
create table support.decision (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  -- The second decision of a report is the one about the appeal.
  on_appeal boolean not null,
  outcome text not null,
  reason text,
  staff_id bigint not null,
  at timestamptz not null,
  constraint decision_pkey primary key (id),
  constraint decision_ticket_id_on_appeal_key unique (ticket_id, on_appeal),
  constraint decision_ticket_id_fkey foreign key (ticket_id) references support.ticket(id),
  constraint decision_outcome_check check (outcome in ('dismissed', 'warned', 'removed', 'suspended')),
  constraint decision_reason_check check (length(reason) >= 1 and length(reason) <= 2000),
  constraint reason_written check (kit.is_written(reason))
);

create table support.note (
  id bigint generated always as identity not null,
  ticket_id bigint not null,
  client_id uuid not null,
  kind text not null,
  staff_id bigint not null,
  -- Null once erased.
  body text,
  at timestamptz not null,
  constraint note_pkey primary key (id),
  constraint note_client_id_key unique (client_id),
  constraint note_ticket_id_fkey foreign key (ticket_id) references support.ticket(id),
  constraint body_written check (kit.is_written(body)),
  constraint note_body_check check (length(body) <= 5000),
  -- Staff remove what was reported; the history of the ticket says when and why.
  constraint note_kind_check check (kind in ('answer', 'note', 'closed', 'reopened', 'removed'))
);
create index note_of_ticket on support.note (ticket_id, id);

-- What buyers paid for something that staff removed and gave them back: one row for each payment, however often it is
-- asked for. `from_model` came out of the model's earnings; `from_platform`: what these no longer had, which the platform gives.
create table support.refund (
  transfer_id bigint not null,
  ticket_id bigint not null,
  fan_id bigint not null,
  model_id bigint not null,
  tokens bigint not null,
  ordered_at timestamptz not null,
  from_model bigint,
  from_platform bigint,
  returned_at timestamptz,
  constraint refund_pkey primary key (transfer_id),
  constraint refund_ticket_id_fkey foreign key (ticket_id) references support.ticket(id),
  constraint all_or_nothing check ((returned_at is null) = (from_model is null) and (returned_at is null) = (from_platform is null)),
  constraint never_more_than_paid check ((from_model + from_platform) <= tokens),
  constraint refund_from_model_check check (from_model >= 0),
  constraint refund_from_platform_check check (from_platform >= 0),
  constraint refund_tokens_check check (tokens > 0)
);
create index refund_ticket on support.refund (ticket_id);
create index refund_waiting on support.refund (ticket_id, transfer_id) where returned_at is null;

-- Who of the staff did what to whom, when and why. Rows are final.
create table support.staff_action (
  id bigint generated always as identity not null,
  -- Made once per intent; the same key is the same action.
  key text not null,
  staff_id bigint not null,
  staff_login text not null,
  action text not null,
  target text not null,
  label text not null,
  reason text not null,
  at timestamptz not null,
  constraint staff_action_pkey primary key (id),
  constraint staff_action_key_key unique (key),
  constraint reason_written check (kit.is_written(reason)),
  -- Staff say whose payment a bank took back.
  constraint staff_action_action_check check (action in ('suspend_account', 'restore_account', 'view_evidence', 'remove_reported', 'remove_comment', 'hide_model', 'show_model', 'suspend_model', 'restore_model', 'end_show', 'approve_model', 'send_back_model', 'answer_ticket', 'note_ticket', 'close_ticket', 'reopen_ticket', 'decide_report', 'refund_payment', 'end_sessions', 'make_admin', 'remove_second_factor', 'pay_out', 'resolve_chargeback')),
  constraint staff_action_label_check check (length(label) <= 100),
  constraint staff_action_reason_check check (length(reason) >= 1 and length(reason) <= 500),
  constraint staff_action_target_check check (length(target) <= 100)
);
create index staff_action_target on support.staff_action (target, id desc);

-- An appeal has six months, as the policy says: to the same day and hour, or the last day of a shorter month, in UTC.
create function support.guard_appeal()
returns trigger
language plpgsql
as $function$
begin
  if not exists (
    select from support.decision as d join support.ticket as t on t.id = d.ticket_id
    where t.id = new.ticket_id and t.reported_id = new.account_id and not d.on_appeal and d.outcome <> 'dismissed'
      and new.at >= d.at
      and new.at at time zone 'UTC' <= d.at at time zone 'UTC' + interval '6 months') then
    raise exception 'no decision to appeal against' using errcode = 'SU002';
  end if;
  return new;
end $function$;

-- A report is not closed while somebody's appeal against its decision waits for the final one.
create function support.guard_closing()
returns trigger
language plpgsql
as $function$
begin
  if exists (select from support.appeal where ticket_id = new.id)
    and not exists (select from support.decision where ticket_id = new.id and on_appeal) then
    raise exception 'an appeal waits for its decision' using errcode = 'SU002';
  end if;
  return new;
end $function$;

-- An appeal is decided by somebody who had no part in the decision that it is about: nor removed ahead of it what was
-- reported.
create function support.guard_decision()
returns trigger
language plpgsql
as $function$
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
  if new.on_appeal and exists (
    select from support.decision as first
    where first.ticket_id = new.ticket_id and not first.on_appeal and (first.staff_id = new.staff_id or exists (
      select from support.note as note
      where note.ticket_id = new.ticket_id and note.kind = 'removed' and note.staff_id = new.staff_id
        and note.at <= first.at))) then
    raise exception 'who decided does not decide the appeal' using errcode = 'SU002';
  end if;
  return new;
end $function$;

-- The column named by the trigger may be emptied once, nothing else changes and nothing goes.
create function support.guard_erasable()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0]
      and (to_jsonb(new) -> tg_argv[0] = 'null'::jsonb or to_jsonb(new) = to_jsonb(old)) then
      return new;
    end if;
  end if;
  raise exception 'what was decided and answered is never changed' using errcode = 'SU001';
end $function$;

create function support.guard_log()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'the log of the staff is never changed' using errcode = 'SU001';
end $function$;

-- What staff did is final. The name beside it is a person's: once that person is erased, a number stands in its place.
-- So is what was answered to a message: its words go with the message.
create function support.guard_log_line()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{label,staff_login,reason}'::text[] = to_jsonb(old) - '{label,staff_login,reason}'::text[]
      and (new.reason = old.reason or old.target ~ '^ticket:\d+$' and new.reason = 'erased')
      and new.staff_login in (old.staff_login, 'erased' || old.staff_id)
      and (new.label = old.label
        or old.target ~ '^(model|account):\d+$' and new.label = 'erased' || split_part(old.target, ':', 2)) then
      return new;
    end if;
  end if;
  raise exception 'the log of the staff is never changed' using errcode = 'SU001';
end $function$;

create function support.keep_refund()
returns trigger
language plpgsql
as $function$
begin
  if tg_op = 'UPDATE' and old.returned_at is null
    and (new.transfer_id, new.ticket_id, new.fan_id, new.model_id, new.tokens, new.ordered_at)
      = (old.transfer_id, old.ticket_id, old.fan_id, old.model_id, old.tokens, old.ordered_at) then
    return new;
  end if;
  raise exception 'what was given back stays as it was' using errcode = 'SU001';
end $function$;

create trigger final before delete or update on support.refund for each row execute function support.keep_refund();

create trigger final_all before truncate on support.refund for each statement execute function support.guard_log();

create trigger guard_closing before update of state on support.ticket for each row when (new.state = 'closed' and old.state <> 'closed') execute function support.guard_closing();

create trigger final before delete or update on support.note for each row execute function support.guard_erasable('body');

create trigger final_all before truncate on support.note for each statement execute function support.guard_log();

create trigger final before delete or update on support.decision for each row execute function support.guard_erasable('reason');

create trigger final_all before truncate on support.decision for each statement execute function support.guard_log();

create trigger guard_decision before insert on support.decision for each row execute function support.guard_decision();

create trigger final before delete or update on support.appeal for each row execute function support.guard_erasable('text');

create trigger final_all before truncate on support.appeal for each statement execute function support.guard_log();

create trigger guard_appeal before insert on support.appeal for each row execute function support.guard_appeal();

create trigger guard_log before delete or update on support.staff_action for each row execute function support.guard_log_line();

create trigger guard_log_truncate before truncate on support.staff_action for each statement execute function support.guard_log();

comment on column support.decision.reason is 'Null once erased, as the words of an appeal are.';
comment on column support.ticket.about is 'The kind of thing that a report is about; its id is `about_id`, its owner `reported_id`.';
