-- Who wants one mail when a model who is in a show is public again. Told or a day old, the row goes.
create table notifications.public_again (
  fan_id bigint not null,
  model_id bigint not null,
  asked_at timestamptz not null,
  primary key (model_id, fan_id),
  check (fan_id <> model_id)
);
create index public_again_of_fan on notifications.public_again (fan_id);
