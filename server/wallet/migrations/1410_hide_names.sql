-- What a model was called beside movements is hidden from everybody as soon as they leave, and forgotten with the rest of
-- them, in parts: somebody popular has hundreds of thousands of movements, and each is a row to write with its indexes.
-- Tables of their own, because accounts and holds are too busy to be locked for another column.
create table wallet.hidden_account (account_id bigint primary key);
-- Tokens that are set aside never reach the model whose name stands beside them: it is found by the hold.
create table wallet.hidden_hold (hold_id bigint primary key);

create function wallet.hide_name(p_model bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into wallet.hidden_account select id from wallet.account where kind = 'model' and owner_id = p_model
  on conflict do nothing;
$$;

create function wallet.hide_name_of_holds(p_holds bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into wallet.hidden_hold select distinct unnest(p_holds) on conflict do nothing;
$$;

-- Does what wallet.forget_words() does to the next p_max movements after the id p_after. Returns the last of them, from
-- which on the next part begins; null when there are no more.
create function wallet.forget_words_after(
  p_kind wallet.account_kind, p_owner bigint, p_after bigint, p_max integer
) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_accounts bigint[] := array(
    select id from wallet.account where owner_id = p_owner
      and (kind = p_kind or (p_kind = 'fan' and kind = 'hold')));
  v_part bigint[];
begin
  v_part := array(
    select next.id from unnest(v_accounts) as mine (id) cross join lateral (
      (select t.id from wallet.transfer as t where t.debit_id = mine.id and t.id > p_after order by t.id limit p_max)
      union all
      (select t.id from wallet.transfer as t where t.credit_id = mine.id and t.id > p_after order by t.id limit p_max)
    ) as next order by next.id limit p_max);
  update wallet.transfer set reason = ''
  where p_kind = 'fan' and id = any (v_part) and kind in ('tip', 'gift') and reason <> ''
    and debit_id = any (v_accounts);
  update wallet.transfer set counterpart = null
  where p_kind = 'model' and id = any (v_part) and counterpart is not null;
  return (select max(id) from unnest(v_part) as id);
end $$;

revoke execute on function wallet.hide_name(bigint) from public;
revoke execute on function wallet.hide_name_of_holds(bigint[]) from public;
revoke execute on function wallet.forget_words_after(wallet.account_kind, bigint, bigint, integer) from public;
revoke all on wallet.hidden_account, wallet.hidden_hold from public;
