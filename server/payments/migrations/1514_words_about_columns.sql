-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column payments.intent.dollar_cents is 'The price in US cents, whatever it is charged in; null where an older payment has no record of it.';
comment on column payments.intent.regional_method is 'Code of the regional method; null for cards.';
comment on column payments.intent.billing_country is 'The country of the payer''s bill, as the order named it; null where it names none.';
comment on column payments.intent.confirmed_at is 'When the payer''s bank had confirmed the sale and it was sent; null where none had to, or has not yet.';
comment on column payments.intent.held_offer_id is 'The promo offer that no other payment can take as long as this one holds it; the database alone writes it.';
comment on column payments.part_refund.total_cents is 'The cents that have gone back at the gateway in all once this part has.';
comment on column payments.part_refund.tokens is 'The tokens taken for it; null until it is done.';
comment on column payments.part_refund.order_key is 'The order of staff that asks for it.';
comment on column payments.part_refund.sent_until is 'The gateway may still be working on it until then.';
