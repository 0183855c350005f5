-- A key is as long as the Idempotency-Key that a caller sends: up to 255 characters.
alter table content.purchase
  drop constraint purchase_idem_key_check,
  add constraint purchase_idem_key_check check (length(idem_key) between 1 and 255);
