-- A show that cannot be charged ends, instead of going on for nothing.
alter table live.participant drop constraint participant_end_reason_check;
alter table live.participant add constraint participant_end_reason_check check (end_reason in ('used_up', 'fan_left',
  'model_ended', 'model_left', 'withdrawn', 'banned', 'cap_reached', 'out_of_tokens', 'limit_reached', 'price_declined',
  'show_over', 'failed'));
