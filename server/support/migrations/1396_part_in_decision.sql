-- An appeal is decided by somebody who had no part in the decision that it is about: nor removed ahead of it what was
-- reported.
create or replace function support.guard_decision() returns trigger language plpgsql as $$
declare
  appeal support.appeal;
begin
  if (select kind from support.ticket where id = new.ticket_id) is distinct from 'report' then
    raise exception 'only reports are decided' using errcode = 'SU002';
  end if;
  select * into appeal from support.appeal where ticket_id = new.ticket_id;
  if new.on_appeal and (appeal is null or appeal.at > new.at) then
    raise exception 'nobody has appealed' using errcode = 'SU002';
  end if;
  if new.on_appeal and exists (
    select from support.decision as first
    where first.ticket_id = new.ticket_id and not first.on_appeal and (first.staff_id = new.staff_id or exists (
      select from support.note as note
      where note.ticket_id = new.ticket_id and note.kind = 'removed' and note.staff_id = new.staff_id
        and note.at <= first.at))) then
    raise exception 'who decided does not decide the appeal' using errcode = 'SU002';
  end if;
  return new;
end $$;
