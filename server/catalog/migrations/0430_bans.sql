-- Whom a model keeps out of her room and her chats, until she lifts it.
create table catalog.ban (
  model_id bigint not null references catalog.model,
  fan_id bigint not null,
  banned_at timestamptz not null,
  primary key (model_id, fan_id)
);
create index ban_fan on catalog.ban (fan_id);
