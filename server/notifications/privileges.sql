grant update, delete on notifications.wish to :role;
