-- Names that say what they hold. Nodes of the version before neither keep nor read alerts from here on.
alter table notifications.wish rename to go_live_alert;
alter table notifications.go_live_alert rename column told_of to notified_of;
alter table notifications.go_live_alert rename constraint wish_pkey to go_live_alert_pkey;
alter table notifications.go_live_alert rename constraint wish_check to go_live_alert_check;
alter index notifications.wish_of_fan rename to go_live_alert_of_fan;
alter table notifications.saved_search rename column told_at to notified_at;

-- Jobs that wait have the new name, too; a new database has no table of jobs yet.
do $$ begin
  if to_regclass('graphile_worker._private_tasks') is not null then
    update graphile_worker._private_tasks set identifier = 'notify_fans' where identifier = 'tell_fans';
  end if;
end $$;
