-- The application reads the ledger and opens empty accounts. Tokens move by the functions of this schema alone, which
-- work as the owner of the tables and not as their caller.
revoke insert on all tables in schema wallet from :role;
grant insert (kind, owner_id) on wallet.account to :role;
