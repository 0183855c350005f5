create schema notifications;

-- Who wants to be told when whom goes live.
create table notifications.wish (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  -- The broadcast that the fan was told about last: nobody is told twice about one.
  told_of timestamptz,
  primary key (model_id, fan_id),
  check (fan_id <> model_id)
);
create index wish_of_fan on notifications.wish (fan_id);
