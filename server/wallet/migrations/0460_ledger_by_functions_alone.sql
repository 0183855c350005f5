-- Whoever calls these functions needs no right to the tables: they work as the tables' owner. The path is theirs, so
-- that no name in them can be taken by something that the caller made. Their helpers work as whoever calls them, which is
-- the owner inside of these and nobody with any right outside.
alter function wallet.transfer(text, wallet.transfer_kind, wallet.account_kind, bigint, wallet.account_kind, bigint,
  bigint, text, text, jsonb, bigint, bigint) security definer set search_path = pg_catalog, pg_temp;
alter function wallet.transfer_all(jsonb) security definer set search_path = pg_catalog, pg_temp;
alter function wallet.issue(text, wallet.transfer_kind, wallet.account_kind, bigint, bigint, text, jsonb)
  security definer set search_path = pg_catalog, pg_temp;
alter function wallet.reverse(text, bigint, bigint, wallet.transfer_kind, text, jsonb)
  security definer set search_path = pg_catalog, pg_temp;
alter function wallet.open_hold(text, bigint, bigint, text, text, jsonb)
  security definer set search_path = pg_catalog, pg_temp;
alter function wallet.extend_hold(text, bigint, bigint, text, text, jsonb)
  security definer set search_path = pg_catalog, pg_temp;
alter function wallet.capture(text, bigint, wallet.transfer_kind, wallet.account_kind, bigint, bigint, text, text, jsonb)
  security definer set search_path = pg_catalog, pg_temp;
alter function wallet.release_hold(bigint, text, text) security definer set search_path = pg_catalog, pg_temp;
alter function wallet.roll_up(bigint) security definer set search_path = pg_catalog, pg_temp;
alter function wallet.forget_words(wallet.account_kind, bigint) security definer set search_path = pg_catalog, pg_temp;

-- Otherwise whoever may look into the schema could move tokens.
revoke execute on all functions in schema wallet from public;
