grant update, delete on notifications.wish to :role;
grant delete on notifications.public_again to :role;
