-- The models in whose chats only their subscribers write. Of the others every fan may.
create table messaging.subscribers_only (
  model_id bigint primary key,
  since timestamptz not null
);
