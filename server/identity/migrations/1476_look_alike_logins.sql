-- User names are not taken for one another. Of those that were alike before, the oldest keeps its name for itself.
alter table accounts.account add column login_contested boolean not null default false;
update accounts.account set login_contested = true
where id in (
  select id from (
    select id, row_number() over (partition by kit.look_alike_key(login) order by id) as by_key,
      row_number() over (partition by kit.look_alike_sight(login) order by id) as by_sight from accounts.account) as named
  where by_key > 1 or by_sight > 1);
create unique index account_login_key on accounts.account (kit.look_alike_key(login)) where not login_contested;
create unique index account_login_sight on accounts.account (kit.look_alike_sight(login)) where not login_contested;
