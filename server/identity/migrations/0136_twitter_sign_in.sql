-- A visit to X that has begun, known by the cookie of the browser that began it. Taken away by its return.
create table accounts.twitter_start (
  browser_hash bytea primary key,
  state text not null,
  verifier text not null,
  redirect_uri text not null,
  language text not null check (language in ('en', 'es')),
  referrer_id bigint,
  route text,
  connect boolean not null,
  expires_at timestamptz not null
);
create index twitter_start_expiry on accounts.twitter_start (expires_at);

-- An identity that somebody has shown on X and that belongs to no account yet. Taken away by its use.
create table accounts.twitter_claim (
  claim_hash bytea primary key,
  twitter_id text not null,
  handle text not null,
  email text,
  referrer_id bigint,
  expires_at timestamptz not null
);
create index twitter_claim_expiry on accounts.twitter_claim (expires_at);
