-- A report is not closed while somebody's appeal against its decision waits for the final one.
create function support.guard_closing() returns trigger language plpgsql as $$
begin
  if exists (select from support.appeal where ticket_id = new.id)
    and not exists (select from support.decision where ticket_id = new.id and on_appeal) then
    raise exception 'an appeal waits for its decision' using errcode = 'SU002';
  end if;
  return new;
end $$;
create trigger guard_closing before update of state on support.ticket
  for each row when (new.state = 'closed' and old.state <> 'closed') execute function support.guard_closing();
