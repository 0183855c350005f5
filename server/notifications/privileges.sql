grant update, delete on notifications.wish to :role;
grant delete on notifications.public_again to :role;
grant delete, update (read_at) on notifications.item to :role;
