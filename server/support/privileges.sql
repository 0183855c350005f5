grant update on support.ticket, support.note, support.check_result to :role;
-- The log of the staff stays; names and words in it are forgotten as support.guard_log_line() says again.
grant update (label, staff_login, reason) on support.staff_action to :role;
