-- Approved pages have names that are not taken for one another, also while staff hides them. Of those that were alike
-- before, the first keeps the name for itself, and the others are left as they are.
alter table catalog.model add column name_contested boolean not null default false;
update catalog.model set name_contested = true
where id in (
  select id from (
    select id, row_number() over (partition by kit.look_alike_key(artistic_name) order by approved_at nulls first, id) as by_key,
      row_number() over (partition by kit.look_alike_sight(artistic_name) order by approved_at nulls first, id) as by_sight
    from catalog.model where listing = 'approved' and closed_at is null) as named
  where by_key > 1 or by_sight > 1);
create unique index model_name_key on catalog.model (kit.look_alike_key(artistic_name))
  where listing = 'approved' and closed_at is null and not name_contested;
create unique index model_name_sight on catalog.model (kit.look_alike_sight(artistic_name))
  where listing = 'approved' and closed_at is null and not name_contested;
