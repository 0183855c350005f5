-- When models mean to be on air: hours of each week by the clocks of their own time zone.
create table catalog.schedule (
  model_id bigint primary key references catalog.model (id),
  -- IANA name.
  time_zone text not null check (length(time_zone) between 1 and 64),
  updated_at timestamptz not null
);

create table catalog.schedule_hours (
  model_id bigint not null references catalog.schedule on delete cascade,
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  -- Minutes of that day; up to a day later, so that a night may go on over midnight.
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute > from_minute and to_minute <= from_minute + 1440),
  primary key (model_id, weekday, from_minute)
);
