-- Pays what a fan owes out of his purse as far as it goes, and lets him spend again when nothing is owed any more.
-- p_key belongs to the transfer that brought him tokens. Answers his balance, or null when nothing was owed.
create function wallet.settle_debt(p_fan bigint, p_key text, p_reason text) returns bigint language plpgsql as $$
declare
  v_purse wallet.account;
  v_owed bigint;
  v_paid bigint;
begin
  select * into strict v_purse from wallet.account where kind = 'fan' and owner_id = p_fan for no key update;
  if not v_purse.frozen then
    return null;
  end if;
  select -balance into strict v_owed from wallet.account where kind = 'debt' and owner_id = p_fan;
  v_paid := least(v_owed, v_purse.balance);
  if v_paid > 0 then
    perform wallet.transfer(p_key || '/debt', 'debt_payment', 'fan', p_fan, 'debt', p_fan, v_paid, p_reason);
  end if;
  update wallet.account set frozen = v_paid < v_owed where id = v_purse.id;
  return v_purse.balance - v_paid;
end $$;

-- Brings new tokens into the world. A fan who owes some pays with them first; balance is what remains to him.
create function wallet.issue(
  p_key text, p_kind wallet.transfer_kind, p_to_kind wallet.account_kind, p_to_owner bigint, p_amount bigint,
  p_reason text, p_metadata jsonb,
  out status text, out transfer_id bigint, out balance bigint
) language plpgsql as $$
begin
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, p_kind, 'issuance', 0, p_to_kind, p_to_owner, p_amount, p_reason, null, p_metadata) as t;
  if p_to_kind <> 'fan' then
    return;
  end if;
  if status = 'done' then
    balance := coalesce(wallet.settle_debt(p_to_owner, p_key, p_reason), balance);
  elsif status = 'replayed' then
    balance := coalesce((select t.debit_after from wallet.transfer as t where t.key = p_key || '/debt'), balance);
  end if;
end $$;

-- Takes a transfer back, wholly or in part, by writing its opposite; the first one stays as it is.
-- Tokens that were issued to a fan are taken as far as he still has them, the rest becomes his debt and freezes his
-- purse. Tokens that a fan spent come back to him from the model, if she still has them.
-- status: done | replayed | key_conflict | already_reversed | too_few_tokens (taken would have
-- been needed, balance is what the model has).
-- Otherwise balance is the fan's.
create function wallet.reverse(
  p_key text, p_transfer bigint, p_amount bigint, p_kind wallet.transfer_kind, p_reason text, p_metadata jsonb,
  out status text, out taken bigint, out owed bigint, out balance bigint
) language plpgsql as $$
declare
  v_original wallet.transfer;
  v_from wallet.account;
  v_to wallet.account;
  v_left bigint;
  v_amount bigint;
begin
  -- Reversals of one transfer wait for each other here.
  select * into v_original from wallet.transfer where id = p_transfer for update;
  if not found then
    raise exception 'no transfer %', p_transfer using errcode = 'WA003';
  end if;

  select case when (r.transfer_id, r.kind) = (p_transfer, p_kind) and r.tokens = coalesce(p_amount, r.tokens)
      then 'replayed' else 'key_conflict' end, r.taken, r.owed, r.balance
    into status, taken, owed, balance
  from wallet.reversal as r where r.key = p_key;
  if found then
    return;
  end if;
  if exists (select from wallet.transfer where key in (p_key, p_key || '/debt')) then
    status := 'key_conflict';
    return;
  end if;

  select v_original.amount - coalesce(sum(r.tokens), 0) into v_left
  from wallet.reversal as r where r.transfer_id = p_transfer;
  v_amount := coalesce(p_amount, v_left);
  if v_amount > v_left or v_left = 0 then
    status := 'already_reversed';
    return;
  end if;

  select * into strict v_from from wallet.account where id = v_original.debit_id;
  select * into strict v_to from wallet.account where id = v_original.credit_id;
  if v_from.kind = 'issuance' and v_to.kind = 'fan' then
    select r.taken, r.balance into taken, balance
    from wallet.take_issued(p_key, p_transfer, v_to.owner_id, v_amount, p_kind, p_reason, p_metadata) as r;
  elsif v_from.kind in ('fan', 'hold') and v_to.kind = 'model' then
    select t.status, t.balance into status, balance
    from wallet.transfer(p_key, p_kind, 'model', v_to.owner_id, 'fan', v_from.owner_id, v_amount, p_reason,
      v_original.counterpart, p_metadata, v_original.hold_id, p_transfer) as t;
    taken := v_amount;
    if status <> 'done' then
      return;
    end if;
    perform wallet.settle_debt(v_from.owner_id, p_key, p_reason);
    select a.balance into strict balance from wallet.account as a where a.kind = 'fan' and a.owner_id = v_from.owner_id;
  else
    raise exception 'a % from % to % cannot be reversed', v_original.kind, v_from.kind, v_to.kind using errcode = 'WA004';
  end if;

  owed := v_amount - taken;
  insert into wallet.reversal (key, transfer_id, kind, tokens, taken, owed, balance)
  values (p_key, p_transfer, p_kind, v_amount, taken, owed, balance);
  status := 'done';
end $$;

-- The half of wallet.reverse() that gives issued tokens back.
create function wallet.take_issued(
  p_key text, p_transfer bigint, p_fan bigint, p_amount bigint, p_kind wallet.transfer_kind, p_reason text,
  p_metadata jsonb,
  out taken bigint, out balance bigint
) language plpgsql as $$
declare
  v_purse wallet.account;
begin
  select * into strict v_purse from wallet.account where kind = 'fan' and owner_id = p_fan for no key update;
  taken := least(v_purse.balance, p_amount);
  balance := v_purse.balance - taken;
  if taken > 0 then
    perform wallet.transfer(p_key, p_kind, 'fan', p_fan, 'issuance', 0, taken, p_reason, null, p_metadata, null,
      p_transfer);
  end if;
  if taken < p_amount then
    perform wallet.transfer(p_key || '/debt', 'debt', 'debt', p_fan, 'issuance', 0, p_amount - taken, p_reason, null,
      p_metadata, null, p_transfer);
    update wallet.account set frozen = true where id = v_purse.id;
  end if;
end $$;
