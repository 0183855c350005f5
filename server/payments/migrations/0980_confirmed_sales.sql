-- A sale that waits for the payer's bank is sent once the bank has confirmed it, and never a second time.
alter table payments.intent add column confirmed_at timestamptz;

create function payments.guard_confirmation() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at then
    raise exception 'a payment is confirmed once' using errcode = 'PY002';
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null and old.state <> 'pending' then
    raise exception 'only a pending payment can be confirmed, not one that is %', old.state using errcode = 'PY001';
  end if;
  return new;
end $$;

create trigger guard_confirmation before update of confirmed_at on payments.intent
  for each row execute function payments.guard_confirmation();
