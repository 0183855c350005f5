-- What a fan was told, to be read later. `key` names what happened, so that an event handed over twice is told once.
create table notifications.item (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  key text not null check (length(key) between 1 and 100),
  kind text not null check (
    kind in ('live', 'public_again', 'show_ended', 'subscribed', 'tokens_returned', 'tokens_back', 'reward', 'reward_cancelled')
  ),
  model_id bigint,
  -- What it leads to, where that is not the model: a show's participation, whose receipt it is.
  target_id bigint,
  at timestamptz not null,
  read_at timestamptz check (read_at >= at),
  unique (fan_id, key),
  check (fan_id <> model_id),
  check ((kind in ('live', 'public_again', 'show_ended', 'subscribed')) = (model_id is not null)),
  check ((kind = 'show_ended') = (target_id is not null))
);
create index item_of_fan on notifications.item (fan_id, id desc);
create index unread_item_of_fan on notifications.item (fan_id) where read_at is null;
create index item_about_model on notifications.item (model_id);
