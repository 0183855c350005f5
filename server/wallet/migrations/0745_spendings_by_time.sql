-- The sum that limits are held against reads the last 30 days of a fan, not all that they ever spent.
create index transfer_spent on wallet.transfer (debit_id, created_at)
  where kind in ('tip', 'gift', 'unlock', 'subscription', 'message', 'show_slice');
