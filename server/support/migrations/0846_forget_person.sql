-- What staff did is final. The name beside it is a person's: once that person is erased, a number stands in its place.
-- So is what was answered to a message: its words go with the message.
create function support.guard_log_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - '{label,staff_login,reason}'::text[] = to_jsonb(old) - '{label,staff_login,reason}'::text[]
      and (new.reason = old.reason or old.target ~ '^ticket:\d+$' and new.reason = 'erased')
      and new.staff_login in (old.staff_login, 'erased' || old.staff_id)
      and (new.label = old.label
        or old.target ~ '^(model|account):\d+$' and new.label = 'erased' || split_part(old.target, ':', 2)) then
      return new;
    end if;
  end if;
  raise exception 'the log of the staff is never changed' using errcode = 'SU001';
end $$;
drop trigger guard_log on support.staff_action;
create trigger guard_log before update or delete on support.staff_action
  for each row execute function support.guard_log_line();

create index ticket_account on support.ticket (account_id) where account_id is not null;
create index ticket_email on support.ticket (lower(email)) where email is not null;
