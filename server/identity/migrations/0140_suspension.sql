-- Accounts that the staff has closed for a time, with the status that they get back. Others may be blocked too, by
-- their own wish: those are not the staff's to open.
create table accounts.suspension (
  account_id bigint primary key references accounts.account,
  former_status text not null check (former_status in ('active', 'pended')),
  since timestamptz not null
);
