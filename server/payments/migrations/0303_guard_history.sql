-- Callbacks could not be changed one by one, but all thrown away at once; offers could be changed at will.
create trigger guard_inbox_truncate before truncate on payments.callback_inbox
  for each statement execute function payments.guard_history();

create function payments.guard_offer() returns trigger language plpgsql as $$
begin
  if (new.id, new.fan_id, new.day, new.package_id, new.base_tokens, new.bonus_tokens, new.old_price_cents,
      new.price_cents, new.footer_price_cents, new.currency, new.seen_at, new.expires_at)
    is distinct from
     (old.id, old.fan_id, old.day, old.package_id, old.base_tokens, old.bonus_tokens, old.old_price_cents,
      old.price_cents, old.footer_price_cents, old.currency, old.seen_at, old.expires_at) then
    raise exception 'what a fan was offered never changes' using errcode = 'PY002';
  end if;
  return new;
end $$;

create trigger guard_offer before update on payments.promo_offer
  for each row execute function payments.guard_offer();
create trigger keep_offer before delete on payments.promo_offer
  for each row execute function payments.guard_history();
create trigger keep_offer_truncate before truncate on payments.promo_offer
  for each statement execute function payments.guard_history();
