-- Facts that one module tells the others. A row is written in the transaction that makes it true and is handed over,
-- at least once and in order within its stream, after that transaction has committed.
create table kit.outbox (
  id bigint generated always as identity primary key,
  stream text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  not_before timestamptz not null default '-infinity',
  last_error text,
  delivered_at timestamptz,
  dead_at timestamptz
);

create index outbox_waiting on kit.outbox (stream, id) where delivered_at is null and dead_at is null;
create index outbox_delivered on kit.outbox (delivered_at) where delivered_at is not null;
