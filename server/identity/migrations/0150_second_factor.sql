-- Something a person has beside the password: an app that shows codes (TOTP). Asked for once `confirmed_at` is set.
create table accounts.second_factor (
  account_id bigint primary key references accounts.account,
  -- The secret of the app: nonce, AES-256-GCM of 20 bytes, tag. Its key is not in the database.
  sealed_secret bytea not null check (length(sealed_secret) = 48),
  begun_at timestamptz not null,
  confirmed_at timestamptz check (confirmed_at >= begun_at),
  -- The time step of the last code that was taken: neither it nor one before is taken again.
  last_step bigint not null default 0,
  -- Hashed into every recovery code of the present set.
  recovery_salt bytea check (length(recovery_salt) = 16),
  constraint codes_once_confirmed check ((confirmed_at is null) = (recovery_salt is null))
);

-- Codes for the day the app is lost, each good once. Only their Argon2id hashes are kept.
create table accounts.recovery_code (
  account_id bigint not null references accounts.second_factor on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create function accounts.guard_last_step() returns trigger language plpgsql as $$
begin
  if new.last_step < old.last_step then
    raise exception 'time steps of account % go forward only', old.account_id using errcode = 'AC002';
  end if;
  return new;
end $$;
create trigger guard_last_step before update on accounts.second_factor
  for each row execute function accounts.guard_last_step();

create function accounts.guard_used_code() returns trigger language plpgsql as $$
begin
  raise exception 'a recovery code of account % was used already', old.account_id using errcode = 'AC002';
end $$;
create trigger guard_used_code before update on accounts.recovery_code
  for each row when (old.used_at is not null) execute function accounts.guard_used_code();
