-- What a person recognises a session by, and where they signed in from before: an address block that was good once is
-- not shut out by what strangers try from elsewhere.
alter table accounts.session
  add column user_agent text not null default '' check (length(user_agent) <= 300),
  add column address_block text not null default '',
  add column last_used_at timestamptz;
update accounts.session set last_used_at = issued_at;
alter table accounts.session alter column last_used_at set not null;
create index session_address on accounts.session (account_id, address_block, issued_at);
create index session_expiry on accounts.session (expires_at);
