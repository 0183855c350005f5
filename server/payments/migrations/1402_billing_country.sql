-- Where the payer's bill goes, as the order said it. Null where the order does not say it, as older ones do not.
alter table payments.intent add column billing_country text check (billing_country ~ '^[A-Z]{2}$');
