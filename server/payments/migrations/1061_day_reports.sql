-- How the books of each day (UTC) stood in the night after it. It is written once and stays: what is mended later shows in
-- the books of the day, not here.
create table payments.day_report (
  day date primary key,
  made_at timestamptz not null,
  lines jsonb not null,
  differences jsonb not null
);
create trigger guard_day_report before update or delete on payments.day_report
  for each row execute function payments.guard_history();
create trigger guard_day_report_truncate before truncate on payments.day_report
  for each statement execute function payments.guard_history();
