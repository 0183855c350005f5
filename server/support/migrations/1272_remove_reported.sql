-- Staff remove what was reported; the history of the ticket says when and why.
alter table support.note drop constraint note_kind_check;
alter table support.note
  add constraint note_kind_check check (kind in ('answer', 'note', 'closed', 'reopened', 'removed'));
-- One more of the actions that the log knows, whichever these are by now.
do $$
declare
  known text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'support.staff_action'::regclass and conname = 'staff_action_action_check');
begin
  alter table support.staff_action drop constraint staff_action_action_check;
  execute 'alter table support.staff_action add constraint staff_action_action_check '
    || replace(known, 'ARRAY[', 'ARRAY[''remove_reported''::text, ');
end $$;
