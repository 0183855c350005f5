create schema accounts;

create table accounts.account (
  id bigint generated always as identity primary key,
  login text not null check (login ~ '^[A-Za-z0-9]{3,30}$'),
  email text not null check (length(email) <= 190),
  password_hash text not null,
  role text not null check (role in ('fan', 'model', 'admin')),
  status text not null default 'active' check (status in ('active', 'pended', 'blocked')),
  validation text not null default 'waiting' check (validation in ('waiting', 'confirmed')),
  language text not null default 'en' check (language in ('en', 'es')),
  country text check (country ~ '^[A-Z]{2}$'),
  avatar text,
  twitter text,
  is_block_notification boolean not null default false,
  referrer_id bigint references accounts.account check (referrer_id <> id),
  demo boolean not null default false,
  created_at timestamptz not null default now()
);
-- Names and addresses are one person's, whatever their case.
create unique index account_login on accounts.account (lower(login));
create unique index account_email on accounts.account (lower(email));

-- Proof of what was accepted, when and from where. Rows are final.
create table accounts.consent (
  account_id bigint not null references accounts.account,
  document text not null check (document in ('over_18', 'terms', 'privacy', 'creator_agreement')),
  version text not null,
  accepted_at timestamptz not null,
  address text not null,
  primary key (account_id, document, version)
);

-- One row a token (its jti). A token without a live row authorises nothing.
create table accounts.session (
  token_id uuid primary key,
  account_id bigint not null references accounts.account,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_account on accounts.session (account_id) where revoked_at is null;
