-- Links that were mailed to a person, each good for one thing, once. Of the token in the link only the hash is kept.
create table accounts.mailed_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('confirm_email', 'reset_password')),
  account_id bigint not null references accounts.account,
  -- Where it was mailed to: it is worth nothing once the account has another address.
  address text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  used_at timestamptz
);
create index mailed_link_account on accounts.mailed_link (account_id, purpose);
create index mailed_link_age on accounts.mailed_link (expires_at);
