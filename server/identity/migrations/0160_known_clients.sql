-- What an account was signed in with before: devices by the hash of their cookie, and address blocks for clients that
-- keep no cookies. Strangers' tries are not counted against them.
create table accounts.known_client (
  account_id bigint not null references accounts.account,
  client text not null check (client ~ '^(device|address):' and length(client) <= 100),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null check (last_seen_at >= first_seen_at),
  -- When somebody chose a new password here by a link that went to the account's mailbox.
  mail_proved_at timestamptz,
  primary key (account_id, client)
);
create index known_client_age on accounts.known_client (last_seen_at);

insert into accounts.known_client (account_id, client, first_seen_at, last_seen_at)
select account_id, 'address:' || address_block, min(issued_at), max(issued_at)
from accounts.session where address_block <> '' group by account_id, address_block;

drop index accounts.session_address;
alter table accounts.session drop column address_block;
