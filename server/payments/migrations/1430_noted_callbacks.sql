-- A gateway's message of which nothing follows here, kept for the staff: it was genuine and has been acknowledged.
alter table payments.callback_inbox drop constraint callback_inbox_verdict_check;
alter table payments.callback_inbox add constraint callback_inbox_verdict_check
  check (verdict in ('applied', 'unchanged', 'superseded', 'illegal', 'mismatch', 'no_intent', 'noted')) not valid;
alter table payments.callback_inbox validate constraint callback_inbox_verdict_check;
