-- Models whom a fan wants to see and hear nothing of.
create table catalog.blocked (
  fan_id bigint not null,
  model_id bigint not null,
  blocked_at timestamptz not null,
  primary key (fan_id, model_id),
  check (fan_id <> model_id)
);
create index blocked_model on catalog.blocked (model_id);
