-- A gateway's notice of which nothing follows here, kept for the staff: it was genuine and has been acknowledged.
alter table subscriptions.notice drop constraint notice_verdict_check;
alter table subscriptions.notice add constraint notice_verdict_check
  check (verdict in ('applied', 'unchanged', 'waiting', 'mismatch', 'no_subscription', 'noted')) not valid;
alter table subscriptions.notice validate constraint notice_verdict_check;
