create schema push;

-- The browsers on which fans want to be told, each as long as its session. Whoever signs in on a browser next takes over
-- its address. The keys encrypt what is sent to it (RFC 8291); only the browser can read that.
create table push.device (
  id bigint generated always as identity primary key,
  fan_id bigint not null,
  token_id text not null,
  endpoint text not null unique check (length(endpoint) between 9 and 2000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- Whether a notification names whom it is about; without, it says only that there is one.
  details boolean not null,
  added_at timestamptz not null
);
create index device_of_fan on push.device (fan_id, id);
create index device_of_session on push.device (token_id);
