-- An appeal has six months, as the policy says: to the same day and hour, or the last day of a shorter month, in UTC.
create or replace function support.guard_appeal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from support.decision as d join support.ticket as t on t.id = d.ticket_id
    where t.id = new.ticket_id and t.reported_id = new.account_id and not d.on_appeal and d.outcome <> 'dismissed'
      and new.at >= d.at
      and new.at at time zone 'UTC' <= d.at at time zone 'UTC' + interval '6 months') then
    raise exception 'no decision to appeal against' using errcode = 'SU002';
  end if;
  return new;
end $$;
