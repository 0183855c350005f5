-- Tokens of a spending that the house gave back, because the model had been paid out, came by no reversal: the refund
-- names the transfer that it returns.
create index transfer_returns on wallet.transfer ((metadata ->> 'returns'))
  where kind = 'refund' and metadata ->> 'returns' is not null;

-- As before; what the house gave back does not count either.
create or replace function wallet.spendings(p_fan bigint, p_since timestamptz)
returns table (at timestamptz, tokens bigint) language sql stable as $$
  select t.created_at, (t.amount
    - coalesce((select sum(r.taken) from wallet.reversal as r where r.transfer_id = t.id), 0)
    - coalesce((select sum(b.amount) from wallet.transfer as b
        where b.kind = 'refund' and b.metadata ->> 'returns' is not null
          and b.metadata ->> 'returns' = t.id::text), 0))::bigint
  from wallet.transfer as t
  where t.debit_id in (select id from wallet.account where kind in ('fan', 'hold') and owner_id = p_fan)
    and t.created_at > p_since
    and t.kind in ('tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice')
$$;
