grant update on catalog.model to :role;
grant delete on catalog.ban, catalog.liked to :role;
revoke insert on catalog.gender from :role;
