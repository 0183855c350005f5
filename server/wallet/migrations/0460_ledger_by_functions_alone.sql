-- Whoever calls these functions needs no right to the tables: they work as the tables' owner. The path is theirs, so
-- that no name in them can be taken by something that the caller made. Their helpers work as whoever calls them, which is
-- the owner inside of these and nobody with any right outside.

-- A path of its own costs a call a tenth of a tip (measured: 15 of 96 microseconds): many tips at once pay it together.
-- wallet.move() is what wallet.transfer() was.
alter function wallet.transfer(text, wallet.transfer_kind, wallet.account_kind, bigint, wallet.account_kind, bigint,
  bigint, text, text, jsonb, bigint, bigint) rename to move;

create function wallet.transfer(
  p_key text, p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind, p_from_owner bigint, p_to_kind wallet.account_kind, p_to_owner bigint,
  p_amount bigint, p_reason text, p_counterpart text default null, p_metadata jsonb default null,
  p_hold_id bigint default null, p_reverses bigint default null,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select m.status, m.transfer_id, m.balance into status, transfer_id, balance
  from wallet.move(p_key, p_kind, p_from_kind, p_from_owner, p_to_kind, p_to_owner, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold_id, p_reverses) as m;
end $$;

create or replace function wallet.transfer_all(p_orders jsonb)
returns table (place bigint, status text, transfer_id bigint, balance bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_order record;
begin
  for v_order in
    select *
    from rows from (jsonb_to_recordset(p_orders) as (
      key text, kind wallet.transfer_kind,
      from_kind wallet.account_kind, from_owner bigint, to_kind wallet.account_kind, to_owner bigint,
      tokens bigint, reason text, counterpart text, metadata jsonb
    )) with ordinality as o (key, kind, from_kind, from_owner, to_kind, to_owner, tokens, reason, counterpart, metadata,
      position)
    order by o.from_kind, o.from_owner, o.position
  loop
    place := v_order.position;
    select t.status, t.transfer_id, t.balance into status, transfer_id, balance
    from wallet.move(v_order.key, v_order.kind, v_order.from_kind, v_order.from_owner, v_order.to_kind,
      v_order.to_owner, v_order.tokens, v_order.reason, v_order.counterpart, v_order.metadata) as t;
    return next;
  end loop;
end $$;

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
