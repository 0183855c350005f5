-- Tokens that are set aside and come back never reach the model whose name stands beside them: it is found by the hold.
create function wallet.forget_words_of_holds(p_holds bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update wallet.transfer set reason = '', counterpart = null
  where hold_id = any (p_holds) and (reason <> '' or counterpart is not null);
$$;

revoke execute on function wallet.forget_words_of_holds(bigint[]) from public;
