create schema accounts;

create table accounts.account (
  id bigint generated always as identity not null,
  login text not null,
  email text,
  password_hash text,
  role text not null,
  status text default 'active' not null,
  validation text default 'waiting' not null,
  language text default 'en' not null,
  country text,
  avatar text,
  twitter text,
  is_block_notification boolean default false not null,
  referrer_id bigint,
  demo boolean default false not null,
  created_at timestamptz default now() not null,
  -- Where the picture lies in the storage, when it is a file of ours; `avatar` is the address it is shown from.
  avatar_key text,
  -- An account that its owner closed is blocked; its personal data go 30 days later. A row stays for what refers to it.
  closed_at timestamptz,
  erased_at timestamptz,
  -- X's own id of the person: handles change hands, ids never do. `twitter` is the handle as last seen.
  twitter_id text,
  -- User names are not taken for one another. Of those that were alike before, the oldest keeps its name for itself.
  login_contested boolean default false not null,
  constraint account_pkey primary key (id),
  constraint account_avatar_key_key unique (avatar_key),
  constraint account_referrer_id_fkey foreign key (referrer_id) references accounts.account(id),
  constraint account_check check (referrer_id <> id),
  constraint account_country_check check (country ~ '^[A-Z]{2}$'),
  constraint account_email_check check (length(email) <= 190),
  constraint account_language_check check (language in ('en', 'es')),
  constraint account_login_check check (login ~ '^[A-Za-z0-9]{3,30}$'),
  constraint account_role_check check (role in ('fan', 'model', 'admin')),
  constraint account_status_check check (status in ('active', 'pended', 'blocked')),
  constraint account_twitter_id_check check (twitter_id ~ '^[0-9]{1,20}$'),
  constraint account_validation_check check (validation in ('waiting', 'confirmed')),
  constraint avatar_of_key check (avatar_key is null or avatar is not null),
  constraint closed_is_blocked check (closed_at is null or status = 'blocked'),
  constraint email_written check (kit.is_written(email)),
  constraint erased_is_empty check (erased_at is null or closed_at is not null and login = ('erased' || id) and email is null and password_hash is null and twitter is null and country is null and avatar is null and avatar_key is null and referrer_id is null),
  -- Who invited a person stands from the registration on, and inviters came before whom they invited: no circle can be.
  constraint inviter_came_before check (referrer_id < id),
  constraint reachable check (status = 'blocked' or email is not null or twitter_id is not null),
  constraint twitter_whole check ((twitter_id is null) = (twitter is null)),
  -- Nobody who may come in is left without a way in, or without a name to be reached by.
  constraint way_in check (status = 'blocked' or password_hash is not null or twitter_id is not null)
);
create unique index account_email on accounts.account (lower(email));
-- Names and addresses are one person's, whatever their case.
create unique index account_login on accounts.account (lower(login));
create unique index account_login_key on accounts.account (kit.look_alike_key(login)) where not login_contested;
create unique index account_login_sight on accounts.account (kit.look_alike_sight(login)) where not login_contested;
create index account_to_erase on accounts.account (closed_at) where closed_at is not null and erased_at is null;
create unique index account_twitter on accounts.account (twitter_id);

-- Proof of what was accepted, when and from where. Rows are final.
create table accounts.consent (
  account_id bigint not null,
  document text not null,
  version text not null,
  accepted_at timestamptz not null,
  address text not null,
  constraint consent_pkey primary key (account_id, document, version),
  constraint consent_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint consent_document_check check (document in ('over_18', 'terms', 'privacy', 'creator_agreement'))
);

-- What an account was signed in with before: devices by the hash of their cookie, and address blocks for clients that
-- keep no cookies. Strangers' tries are not counted against them.
create table accounts.known_client (
  account_id bigint not null,
  client text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When somebody chose a new password here by a link that went to the account's mailbox.
  mail_proved_at timestamptz,
  constraint known_client_pkey primary key (account_id, client),
  constraint known_client_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint known_client_check check (last_seen_at >= first_seen_at),
  constraint known_client_client_check check (client ~ '^(device|address):' and length(client) <= 100)
);
create index known_client_age on accounts.known_client (last_seen_at);

-- Links that were mailed to a person, each good for one thing, once. Of the token in the link only the hash is kept.
create table accounts.mailed_link (
  token_hash bytea not null,
  purpose text not null,
  account_id bigint not null,
  -- Where it was mailed to: it is worth nothing once the account has another address.
  address text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint mailed_link_pkey primary key (token_hash),
  constraint mailed_link_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint mailed_link_check check (expires_at > made_at),
  constraint mailed_link_purpose_check check (purpose in ('confirm_email', 'reset_password')),
  constraint mailed_link_token_hash_check check (length(token_hash) = 32)
);
create index mailed_link_account on accounts.mailed_link (account_id, purpose);
create index mailed_link_age on accounts.mailed_link (expires_at);

-- Something a person has beside the password: an app that shows codes (TOTP). Asked for once `confirmed_at` is set.
create table accounts.second_factor (
  account_id bigint not null,
  -- The secret of the app: nonce, AES-256-GCM of 20 bytes, tag. Its key is not in the database.
  sealed_secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: neither it nor one before is taken again.
  last_step bigint default 0 not null,
  -- Hashed into every recovery code of the present set.
  recovery_salt bytea,
  constraint second_factor_pkey primary key (account_id),
  constraint second_factor_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint codes_once_confirmed check ((confirmed_at is null) = (recovery_salt is null)),
  constraint second_factor_check check (confirmed_at >= begun_at),
  constraint second_factor_recovery_salt_check check (length(recovery_salt) = 16),
  constraint second_factor_sealed_secret_check check (length(sealed_secret) = 48)
);

-- Codes for the day the app is lost, each good once. Only their Argon2id hashes are kept.
create table accounts.recovery_code (
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_code_pkey primary key (account_id, code_hash),
  constraint recovery_code_account_id_fkey foreign key (account_id) references accounts.second_factor(account_id) on delete cascade,
  constraint recovery_code_code_hash_check check (length(code_hash) = 32)
);

-- The first completed purchase of an invited friend, once for ever, and what the inviter got for it.
create table accounts.referral (
  friend_id bigint not null,
  -- Null: the inviter was blocked by then and got nothing.
  inviter_id bigint,
  purchase_id text not null,
  transfer_id bigint,
  state text not null,
  at timestamptz not null,
  constraint referral_pkey primary key (friend_id),
  constraint referral_purchase_id_key unique (purchase_id),
  constraint referral_transfer_id_key unique (transfer_id),
  constraint referral_friend_id_fkey foreign key (friend_id) references accounts.account(id),
  constraint referral_inviter_id_fkey foreign key (inviter_id) references accounts.account(id),
  constraint referral_check check (inviter_id < friend_id),
  constraint referral_check1 check (transfer_id is null or inviter_id is not null),
  constraint referral_check2 check ((state = 'unrewarded') = (inviter_id is null)),
  constraint referral_state_check check (state in ('unrewarded', 'rewarded', 'cancelled'))
);
create index referral_inviter on accounts.referral (inviter_id) where inviter_id is not null;

-- One row a token (its jti). A token without a live row authorises nothing.
create table accounts.session (
  token_id uuid not null,
  account_id bigint not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- What a person recognises a session by, and where they signed in from before: an address block that was good once is
  -- not shut out by what strangers try from elsewhere.
  user_agent text default '' not null,
  last_used_at timestamptz not null,
  constraint session_pkey primary key (token_id),
  constraint session_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint session_user_agent_check check (length(user_agent) <= 300)
);
create index session_account on accounts.session (account_id) where revoked_at is null;
create index session_expiry on accounts.session (expires_at);

-- Accounts that the staff has closed for a time, with the status that they get back. Others may be blocked too, by
-- their own wish: those are not the staff's to open.
create table accounts.suspension (
  account_id bigint not null,
  former_status text not null,
  since timestamptz not null,
  constraint suspension_pkey primary key (account_id),
  constraint suspension_account_id_fkey foreign key (account_id) references accounts.account(id),
  constraint suspension_former_status_check check (former_status in ('active', 'pended'))
);

-- An identity that somebody has shown on X and that belongs to no account yet. Taken away by its use.
create table accounts.twitter_claim (
  claim_hash bytea not null,
  twitter_id text not null,
  handle text not null,
  email text,
  referrer_id bigint,
  expires_at timestamptz not null,
  constraint twitter_claim_pkey primary key (claim_hash)
);
create index twitter_claim_expiry on accounts.twitter_claim (expires_at);

-- A visit to X that has begun, known by the cookie of the browser that began it. Taken away by its return.
create table accounts.twitter_start (
  browser_hash bytea not null,
  state text not null,
  verifier text not null,
  redirect_uri text not null,
  language text not null,
  referrer_id bigint,
  route text,
  connect boolean not null,
  expires_at timestamptz not null,
  constraint twitter_start_pkey primary key (browser_hash),
  constraint twitter_start_language_check check (language in ('en', 'es'))
);
create index twitter_start_expiry on accounts.twitter_start (expires_at);

create function accounts.guard_last_step()
returns trigger
language plpgsql
as $function$
begin
  if new.last_step < old.last_step then
    raise exception 'time steps of account % go forward only', old.account_id using errcode = 'AC002';
  end if;
  return new;
end $function$;

create function accounts.guard_referrer()
returns trigger
language plpgsql
as $function$
begin
  -- Erasing a person may forget who invited them; nothing else changes it.
  if new.referrer_id is not null and new.referrer_id is distinct from old.referrer_id then
    raise exception 'who invited account % never changes', old.id using errcode = 'AC001';
  end if;
  return new;
end $function$;

create function accounts.guard_used_code()
returns trigger
language plpgsql
as $function$
begin
  raise exception 'a recovery code of account % was used already', old.account_id using errcode = 'AC002';
end $function$;

create trigger guard_last_step before update on accounts.second_factor for each row execute function accounts.guard_last_step();

create trigger guard_used_code before update on accounts.recovery_code for each row when (old.used_at is not null) execute function accounts.guard_used_code();

create trigger guard_referrer before update of referrer_id on accounts.account for each row execute function accounts.guard_referrer();

comment on column accounts.account.email is 'Null: the account was opened with X, which shared none, and none was entered since.';
comment on column accounts.account.password_hash is 'Null: the account signs in with X only.';
comment on column accounts.account.twitter is 'The handle on X as last seen, without the @.';
comment on column accounts.account.avatar_key is 'Key of its file in the storage, when it is one of ours.';
comment on column accounts.account.closed_at is 'When its owner closed it.';
comment on column accounts.account.erased_at is 'When the owner''s personal data was erased.';
comment on column accounts.account.twitter_id is 'The number of the person on X; set exactly when `twitter` is.';
comment on column accounts.account.login_contested is 'The name holds nothing against names that look like it: others had one before the rule, or its account is erased.';
comment on column accounts.known_client.client is '`device:` and the hash of its cookie, or `address:` and a block.';
comment on column accounts.second_factor.confirmed_at is 'Null: no code has been shown yet, and none is asked for.';
comment on column accounts.second_factor.last_step is 'Time step (RFC 6238) of the last code that was taken.';
