-- What a model earned before an instant and was not paid out yet: her balance less what she earned since. What went back to
-- fans since is taken from it, as it is from her balance.
create function wallet.due(p_model bigint, p_before timestamptz) returns bigint language sql stable as $$
  with account as (
    select a.id, a.balance + coalesce((select sum(p.amount) from wallet.pending as p where p.account_id = a.id), 0) as now
    from wallet.account as a where a.kind = 'model' and a.owner_id = p_model),
  since as (
    select coalesce((select sum(t.amount) from wallet.transfer as t
                     where t.credit_id = account.id and t.created_at >= p_before), 0)
         - coalesce((select sum(t.amount) from wallet.transfer as t
                     where t.debit_id = account.id and t.created_at >= p_before and t.kind <> 'payout'), 0) as earned
    from account)
  select greatest(0, account.now - greatest(0, since.earned))::bigint from account, since
$$;

-- Takes tokens out of the world that a model was paid for outside: never more than is due of what she earned before the
-- instant. Payouts of one model wait for each other at her account.
-- status: done | replayed | key_conflict | exceeds_due (balance is what is due).
create function wallet.pay_out(
  p_key text, p_model bigint, p_tokens bigint, p_before timestamptz, p_reason text, p_metadata jsonb,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from wallet.account where kind = 'model' and owner_id = p_model for no key update;
  if not found then
    raise exception 'no account model %', p_model using errcode = 'WA002';
  end if;
  if not exists (select from wallet.transfer as t where t.key = p_key) then
    balance := wallet.due(p_model, p_before);
    if p_tokens > balance then
      status := 'exceeds_due';
      return;
    end if;
  end if;
  select m.status, m.transfer_id, m.balance into status, transfer_id, balance
  from wallet.move(p_key, 'payout', 'model', p_model, 'issuance', 0, p_tokens, p_reason, null, p_metadata) as m;
end $$;

revoke execute on all functions in schema wallet from public;

-- The payouts of a month are few among the movements of all models.
create index transfer_payout on wallet.transfer (created_at) where kind = 'payout';
