-- Many transfers in one round trip and one commit. Each is judged and made as wallet.transfer() alone would do it: a
-- refused one hinders no other. `place` is where an order stood in the array, from 1. They are made in the order of
-- their debtors, so that two calls cannot wait for each other's purses, and those of one debtor in the order given.
create function wallet.transfer_all(p_orders jsonb)
returns table (place bigint, status text, transfer_id bigint, balance bigint) language plpgsql as $$
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
    from wallet.transfer(v_order.key, v_order.kind, v_order.from_kind, v_order.from_owner, v_order.to_kind,
      v_order.to_owner, v_order.tokens, v_order.reason, v_order.counterpart, v_order.metadata) as t;
    return next;
  end loop;
end $$;
