create schema push;

-- The browsers on which fans want to be told, each as long as its session. Whoever signs in on a browser next takes over
-- its address. The keys encrypt what is sent to it (RFC 8291); only the browser can read that.
create table push.device (
  id bigint generated always as identity not null,
  fan_id bigint not null,
  token_id text not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- Whether a notification names whom it is about; without, it says only that there is one.
  details boolean not null,
  added_at timestamptz not null,
  constraint device_pkey primary key (id),
  constraint device_endpoint_key unique (endpoint),
  constraint device_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint device_endpoint_check check (length(endpoint) >= 9 and length(endpoint) <= 2000),
  constraint device_p256dh_check check (p256dh ~ '^[A-Za-z0-9_-]{87}$')
);
create index device_of_fan on push.device (fan_id, id);
create index device_of_session on push.device (token_id);
