-- Sets tokens of a fan aside. status as in wallet.transfer(); balance: what remains in his purse.
create function wallet.open_hold(
  p_key text, p_fan bigint, p_amount bigint, p_reason text, p_counterpart text, p_metadata jsonb,
  out status text, out transfer_id bigint, out balance bigint, out hold_id bigint
) language plpgsql as $$
begin
  hold_id := nextval(pg_get_serial_sequence('wallet.hold', 'id'));
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, 'hold', 'fan', p_fan, 'hold', p_fan, p_amount, p_reason, p_counterpart, p_metadata,
    hold_id) as t;
  if status = 'done' then
    insert into wallet.hold (id, key, fan_id, tokens) overriding system value values (hold_id, p_key, p_fan, p_amount);
  elsif status = 'replayed' then
    select t.hold_id into hold_id from wallet.transfer as t where t.id = transfer_id;
  end if;
end $$;

-- Sets more tokens aside for a hold. status further: hold_closed.
create function wallet.extend_hold(
  p_key text, p_hold bigint, p_amount bigint, p_reason text, p_counterpart text, p_metadata jsonb,
  out status text, out transfer_id bigint, out balance bigint, out held bigint
) language plpgsql as $$
declare
  v_hold wallet.hold;
begin
  v_hold := wallet.lock_hold(p_hold);
  if v_hold.closed_at is not null and not exists (select from wallet.transfer where key = p_key) then
    status := 'hold_closed';
    return;
  end if;
  select t.status, t.transfer_id, t.balance into status, transfer_id, balance
  from wallet.transfer(p_key, 'hold', 'fan', v_hold.fan_id, 'hold', v_hold.fan_id, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold) as t;
  if status = 'done' then
    update wallet.hold set tokens = tokens + p_amount where id = p_hold returning * into v_hold;
  end if;
  held := v_hold.tokens - v_hold.captured - v_hold.released;
end $$;

-- Charges a part of what is held. held: what is left afterwards. status further: hold_closed, exceeds_hold.
create function wallet.capture(
  p_key text, p_hold bigint, p_kind wallet.transfer_kind, p_to_kind wallet.account_kind, p_to_owner bigint,
  p_amount bigint,
  p_reason text, p_counterpart text, p_metadata jsonb,
  out status text, out transfer_id bigint, out held bigint
) language plpgsql as $$
declare
  v_hold wallet.hold;
begin
  v_hold := wallet.lock_hold(p_hold);
  held := v_hold.tokens - v_hold.captured - v_hold.released;
  if not exists (select from wallet.transfer where key = p_key) then
    if v_hold.closed_at is not null then
      status := 'hold_closed';
      return;
    elsif p_amount > held then
      status := 'exceeds_hold';
      return;
    end if;
  end if;
  select t.status, t.transfer_id into status, transfer_id
  from wallet.transfer(p_key, p_kind, 'hold', v_hold.fan_id, p_to_kind, p_to_owner, p_amount, p_reason, p_counterpart,
    p_metadata, p_hold) as t;
  if status = 'done' then
    update wallet.hold set captured = captured + p_amount where id = p_hold;
    held := held - p_amount;
  elsif status = 'too_few_tokens' then
    -- The fan's other holds live in the same escrow: only a key that is used elsewhere can lead here.
    raise exception 'escrow of fan % holds less than hold % says', v_hold.fan_id, p_hold using errcode = 'WA005';
  end if;
end $$;

-- Gives the rest of a hold back and closes it. Closing a closed one answers what the first closing answered.
create function wallet.release_hold(
  p_hold bigint, p_reason text, p_counterpart text,
  out released bigint, out transfer_id bigint, out balance bigint, out replayed boolean
) language plpgsql as $$
declare
  v_hold wallet.hold;
  v_key text := 'hold/' || p_hold || '/release';
begin
  v_hold := wallet.lock_hold(p_hold);
  replayed := v_hold.closed_at is not null;
  if replayed then
    released := v_hold.released;
    select t.id, t.credit_after into transfer_id, balance from wallet.transfer as t where t.key = v_key;
    balance := coalesce((select t.debit_after from wallet.transfer as t where t.key = v_key || '/debt'), balance);
  else
    released := v_hold.tokens - v_hold.captured;
    if released > 0 then
      select t.transfer_id into transfer_id
      from wallet.transfer(v_key, 'release', 'hold', v_hold.fan_id, 'fan', v_hold.fan_id, released, p_reason,
        p_counterpart, null, p_hold) as t;
      perform wallet.settle_debt(v_hold.fan_id, v_key, p_reason);
    end if;
    update wallet.hold as h set released = v_hold.tokens - v_hold.captured, closed_at = now() where h.id = p_hold;
  end if;
  if balance is null then
    select a.balance into strict balance from wallet.account as a where a.kind = 'fan' and a.owner_id = v_hold.fan_id;
  end if;
end $$;

create function wallet.lock_hold(p_hold bigint) returns wallet.hold language plpgsql as $$
declare
  v_hold wallet.hold;
begin
  select * into v_hold from wallet.hold where id = p_hold for update;
  if not found then
    raise exception 'no hold %', p_hold using errcode = 'WA006';
  end if;
  return v_hold;
end $$;
