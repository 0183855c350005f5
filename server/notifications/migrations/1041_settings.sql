-- How a fan wants to be notified; without a row as it is by default.
create table notifications.settings (
  fan_id bigint primary key,
  -- Subjects of which the fan is sent neither pushes nor mails.
  muted text[] not null default '{}',
  -- Minutes of the day in the fan's time zone: from the first until the second pushes are held back.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text not null default 'UTC' check (length(time_zone) between 1 and 64),
  digest boolean not null default false,
  digest_at timestamptz,
  -- Pushes and subjects of mails name nobody.
  discreet boolean not null default false,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);
create index settings_digest on notifications.settings (fan_id) where digest;

-- Models of whom a fan wants no pushes and mails.
create table notifications.muted_model (
  fan_id bigint not null,
  model_id bigint not null,
  muted_at timestamptz not null,
  primary key (fan_id, model_id),
  check (fan_id <> model_id)
);
create index muted_model_model on notifications.muted_model (model_id);

-- What a device is pushed once the quiet hours of its fan are over.
create table notifications.held_push (
  device_id bigint not null,
  item_id bigint not null references notifications.item on delete cascade,
  primary key (device_id, item_id)
);
create index held_push_item on notifications.held_push (item_id);
