-- Staff say whose payment a bank took back.
alter table support.staff_action drop constraint staff_action_action_check;
alter table support.staff_action add constraint staff_action_action_check check (action in (
  'hide_model', 'show_model', 'suspend_model', 'restore_model', 'end_show', 'approve_model', 'send_back_model', 'answer_ticket', 'note_ticket',
  'close_ticket', 'reopen_ticket', 'refund_payment', 'end_sessions', 'make_admin', 'remove_second_factor', 'pay_out',
  'resolve_chargeback'));
