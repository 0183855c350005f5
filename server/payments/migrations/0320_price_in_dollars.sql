-- What a payment cost in US cents, whatever it was charged in: the price that the plan had when the payment was begun.
alter table payments.intent add column dollar_cents integer check (dollar_cents > 0);
update payments.intent set dollar_cents = amount_cents where currency = 'USD';
update payments.intent as i set dollar_cents = o.footer_price_cents
from payments.promo_offer as o
where i.dollar_cents is null and i.plan_kind = 'promo' and o.id = i.plan_id and o.currency = 'USD';
update payments.intent as i set dollar_cents = p.price_cents
from payments.token_package as p
where i.dollar_cents is null and i.plan_kind = 'package' and p.id = i.plan_id and p.currency = 'USD';
