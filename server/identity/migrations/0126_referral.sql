-- Who invited a person stands from the registration on, and inviters came before whom they invited: no circle can be.
alter table accounts.account add constraint inviter_came_before check (referrer_id < id);

create function accounts.guard_referrer() returns trigger language plpgsql as $$
begin
  -- Erasing a person may forget who invited them; nothing else changes it.
  if new.referrer_id is not null and new.referrer_id is distinct from old.referrer_id then
    raise exception 'who invited account % never changes', old.id using errcode = 'AC001';
  end if;
  return new;
end $$;
create trigger guard_referrer before update of referrer_id on accounts.account
  for each row execute function accounts.guard_referrer();

-- The first completed purchase of an invited friend, once for ever, and what the inviter got for it.
create table accounts.referral (
  friend_id bigint primary key references accounts.account,
  -- Null: the inviter was blocked by then and got nothing.
  inviter_id bigint references accounts.account check (inviter_id < friend_id),
  purchase_id text not null unique,
  transfer_id bigint unique check (transfer_id is null or inviter_id is not null),
  state text not null check (state in ('unrewarded', 'rewarded', 'cancelled')),
  at timestamptz not null,
  check ((state = 'unrewarded') = (inviter_id is null))
);
create index referral_inviter on accounts.referral (inviter_id) where inviter_id is not null;
