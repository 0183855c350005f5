-- Messages to the house, what staff answered, and everything that staff did.
create schema support;

create table support.ticket (
  id bigint generated always as identity primary key,
  -- What its sender quotes; drawn by lot, so that it tells nothing about others.
  number text not null unique check (number ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  -- Made by the sender's page: the same message sent twice is one ticket.
  client_id uuid not null unique,
  kind text not null check (kind in ('contact', 'removal')),
  reason text check (reason in ('minor', 'nonconsensual', 'danger', 'privacy', 'copyright', 'other')),
  -- 1 is the gravest.
  priority smallint not null check (priority between 1 and 3),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  language text not null check (language in ('en', 'es')),
  -- Personal data, null once erased.
  name text check (length(name) <= 100),
  email text check (length(email) <= 190),
  url text check (length(url) <= 500),
  message text check (length(message) <= 5000),
  account_id bigint,
  created_at timestamptz not null,
  due_at timestamptz not null check (due_at > created_at),
  answered_at timestamptz,
  closed_at timestamptz,
  erased_at timestamptz,
  check ((kind = 'removal') = (reason is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'answered' or answered_at is not null),
  check (erased_at is null or
    (state = 'closed' and name is null and email is null and url is null and message is null and account_id is null)),
  check (erased_at is not null or message is not null)
);
create index ticket_queue on support.ticket (priority, due_at) where state <> 'closed';
create index ticket_erase on support.ticket (closed_at) where erased_at is null;

create table support.note (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references support.ticket,
  client_id uuid not null unique,
  kind text not null check (kind in ('answer', 'note', 'closed')),
  staff_id bigint not null,
  -- Null once erased.
  body text check (length(body) <= 5000),
  at timestamptz not null
);
create index note_of_ticket on support.note (ticket_id, id);

-- Who of the staff did what to whom, when and why. Rows are final.
create table support.staff_action (
  id bigint generated always as identity primary key,
  -- Made once per intent; the same key is the same action.
  key text not null unique,
  staff_id bigint not null,
  staff_login text not null,
  action text not null check (action in (
    'hide_model', 'show_model', 'suspend_model', 'restore_model', 'end_show',
    'answer_ticket', 'note_ticket', 'close_ticket', 'refund_payment')),
  target text not null check (length(target) <= 100),
  label text not null check (length(label) <= 100),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null
);
create index staff_action_target on support.staff_action (target, id desc);

create function support.guard_log() returns trigger language plpgsql as $$
begin
  raise exception 'the log of the staff is never changed' using errcode = 'SU001';
end $$;
create trigger guard_log before update or delete on support.staff_action
  for each row execute function support.guard_log();
create trigger guard_log_truncate before truncate on support.staff_action
  for each statement execute function support.guard_log();

-- What the checks of the machine found last, for whoever looks on any node.
create table support.check_result (
  name text primary key check (name in ('reconciliation', 'ledger_audit')),
  ok boolean not null,
  report jsonb not null,
  at timestamptz not null
);
