-- Staff suspend and restore fans: two more of the actions that the log knows, whichever these are by now.
do $$
declare
  known text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'support.staff_action'::regclass and conname = 'staff_action_action_check');
begin
  alter table support.staff_action drop constraint staff_action_action_check;
  execute 'alter table support.staff_action add constraint staff_action_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''suspend_account''::text, ''restore_account''::text, ');
end $$;
