grant update on support.ticket, support.check_result to :role;
-- Answers, decisions and objections are final: only their words can be erased.
grant update (body) on support.note to :role;
grant update (reason) on support.decision to :role;
grant update (text) on support.appeal to :role;
-- The log of the staff stays; names and words in it are forgotten as support.guard_log_line() allows.
grant update (label, staff_login, reason) on support.staff_action to :role;
-- The refunded sums are written down once; a trigger keeps the rest.
grant update (from_model, from_platform, returned_at) on support.refund to :role;
