-- An account that its owner closed is blocked; its personal data go 30 days later. A row stays for what refers to it.
alter table accounts.account
  add column closed_at timestamptz,
  add column erased_at timestamptz,
  add constraint closed_is_blocked check (closed_at is null or status = 'blocked'),
  add constraint erased_is_empty check (
    erased_at is null
    or (closed_at is not null and login = 'erased' || id and email is null and password_hash is null
        and twitter is null and country is null and avatar is null and avatar_key is null and referrer_id is null));
create index account_to_erase on accounts.account (closed_at) where closed_at is not null and erased_at is null;
