-- Adds what was appended for one account to its balance. Locks the account first, so that two never add the same rows.
create function wallet.roll_up(p_account bigint) returns bigint language plpgsql as $$
declare
  v_sum bigint;
  v_rows bigint;
begin
  perform from wallet.account where id = p_account for no key update;
  with gone as (delete from wallet.pending where account_id = p_account returning amount)
  select coalesce(sum(amount), 0), count(*) into v_sum, v_rows from gone;
  if v_rows > 0 then
    update wallet.account set balance = balance + v_sum where id = p_account;
  end if;
  return v_rows;
end $$;

create function wallet.spends(p_kind wallet.transfer_kind) returns boolean language sql immutable as $$
  select p_kind not in ('refund', 'chargeback', 'debt_payment', 'adjustment')
$$;

-- Moves tokens from one owner to another, once per key, in one round trip.
-- status: done | replayed (the first answer again) | key_conflict | too_few_tokens | frozen.
-- balance: of the debtor, or of the creditor when tokens are issued; null when that account's row is not locked.
--
-- The debtor's row is locked before the transfer gets its id, so that the ids of an account's transfers grow with its
-- history. Issuance, and models who receive, are appended to wallet.pending and not locked at all.
create function wallet.transfer(
  p_key text, p_kind wallet.transfer_kind,
  p_from_kind wallet.account_kind, p_from_owner bigint, p_to_kind wallet.account_kind, p_to_owner bigint,
  p_amount bigint, p_reason text, p_counterpart text default null, p_metadata jsonb default null,
  p_hold_id bigint default null, p_reverses bigint default null,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql as $$
declare
  v_debit bigint;
  v_debit_after bigint;
  v_credit bigint;
  v_credit_after bigint;
  v_credit_locked boolean := p_to_kind not in ('issuance', 'model');
begin
  select id into v_credit from wallet.account where kind = p_to_kind and owner_id = p_to_owner;
  if not found then
    raise exception 'no account % %', p_to_kind, p_to_owner using errcode = 'WA002';
  end if;

  if p_from_kind = 'issuance' then
    select id into strict v_debit from wallet.account where kind = 'issuance';
  else
    if p_from_kind = 'model' or v_credit_locked then
      select id into v_debit from wallet.account where kind = p_from_kind and owner_id = p_from_owner;
      if p_from_kind = 'model' and found then
        perform wallet.roll_up(v_debit);
      end if;
      -- Two rows are locked in the order of their ids, so that opposite transfers cannot wait for each other.
      if v_credit_locked then
        perform from wallet.account where id in (v_debit, v_credit) order by id for no key update;
      end if;
    end if;
    update wallet.account as a set balance = a.balance - p_amount
    where a.kind = p_from_kind and a.owner_id = p_from_owner
      and (a.balance >= p_amount or a.kind = 'debt') and not (a.frozen and wallet.spends(p_kind))
    returning a.id, a.balance into v_debit, v_debit_after;
    if not found then
      select r.status, r.transfer_id, r.balance into status, transfer_id, balance
      from wallet.answer_without_moving(p_key, p_kind, p_from_kind, p_from_owner, v_credit, p_amount) as r;
      return;
    end if;
  end if;
  if v_credit_locked then
    update wallet.account as a set balance = a.balance + p_amount where a.id = v_credit
    returning a.balance into v_credit_after;
  end if;

  with made as (
    insert into wallet.transfer (key, kind, debit_id, credit_id, amount, debit_after, credit_after,
      reason, counterpart, metadata, hold_id, reverses)
    values (p_key, p_kind, v_debit, v_credit, p_amount, v_debit_after, v_credit_after,
      p_reason, p_counterpart, p_metadata, p_hold_id, p_reverses)
    on conflict (key) do nothing
    returning id),
  appended as (
    insert into wallet.pending (account_id, transfer_id, amount)
    select v_debit, id, -p_amount from made where p_from_kind = 'issuance'
    union all
    select v_credit, id, p_amount from made where not v_credit_locked)
  select id into transfer_id from made;

  if transfer_id is null then
    -- The key was used before: what was just moved goes back before anybody has seen it.
    if v_debit_after is not null then
      update wallet.account as a set balance = a.balance + p_amount where a.id = v_debit;
    end if;
    if v_credit_locked then
      update wallet.account as a set balance = a.balance - p_amount where a.id = v_credit;
    end if;
    select r.status, r.transfer_id, r.balance into status, transfer_id, balance
    from wallet.replay(p_key, p_kind, v_debit, v_credit, p_amount) as r;
    return;
  end if;

  status := 'done';
  balance := coalesce(v_debit_after, v_credit_after);
end $$;

-- The first answer to a key, or a conflict when it was given for something else. No row when the key is new.
create function wallet.replay(
  p_key text, p_kind wallet.transfer_kind, p_debit bigint, p_credit bigint, p_amount bigint
)
returns table (status text, transfer_id bigint, balance bigint) language sql stable as $$
  select
    case when (t.kind, t.debit_id, t.credit_id, t.amount) = (p_kind, p_debit, p_credit, p_amount)
      then 'replayed' else 'key_conflict' end,
    t.id,
    coalesce(t.debit_after, t.credit_after)
  from wallet.transfer as t
  where t.key = p_key
$$;

-- Why a debtor's row could not be charged: the key is an old one, or the reason to refuse.
create function wallet.answer_without_moving(
  p_key text, p_kind wallet.transfer_kind, p_from_kind wallet.account_kind, p_from_owner bigint, p_credit bigint,
  p_amount bigint,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql as $$
declare
  v_account wallet.account;
begin
  select * into v_account from wallet.account where kind = p_from_kind and owner_id = p_from_owner;
  if not found then
    raise exception 'no account % %', p_from_kind, p_from_owner using errcode = 'WA002';
  end if;
  select r.status, r.transfer_id, r.balance into status, transfer_id, balance
  from wallet.replay(p_key, p_kind, v_account.id, p_credit, p_amount) as r;
  if found then
    return;
  end if;
  status := case when v_account.frozen and wallet.spends(p_kind) then 'frozen' else 'too_few_tokens' end;
  balance := v_account.balance;
end $$;
