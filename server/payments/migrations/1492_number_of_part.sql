-- The gateway's number of what it gave back, where it has one of its own: by it a notice of it is known.
alter table payments.part_refund add column gateway_reference text,
  add constraint done_has_number check (gateway_reference is null or state = 'done');
-- What has not been answered for is looked for by when it is due.
create index part_refund_open on payments.part_refund (sent_until) where state = 'asked';
