grant update on catalog.model, catalog.schedule, catalog.live_picture to :role;
grant update (place) on catalog.gallery to :role;
grant delete on catalog.gallery, catalog.live_picture, catalog.schedule, catalog.schedule_hours to :role;
grant delete on catalog.ban, catalog.blocked, catalog.liked, catalog.presence, catalog.watched, catalog.watching_not_kept to :role;
grant update on catalog.presence, catalog.watched to :role;
revoke insert on catalog.gender from :role;
-- Kept by triggers alone.
revoke insert on catalog.on_air from :role;
