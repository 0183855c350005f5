grant update, delete on notifications.go_live_alert to :role;
grant delete on notifications.public_again to :role;
grant delete, update (read_at) on notifications.item to :role;
grant update, delete on notifications.settings to :role;
grant delete on notifications.muted_model, notifications.held_push to :role;
grant delete, update (notified_at, name, alerts) on notifications.saved_search to :role;
