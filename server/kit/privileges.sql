grant update, delete on kit.outbox to :role;
grant update on kit.media_owner to :role;
revoke insert on kit.media_owner from :role;
-- Only the owner writes down which migrations were applied.
revoke insert on kit.migration, kit.migration_lock, kit.migration_checksum from :role;
-- Jobs are changed by the functions and statements of graphile-worker, in tables that may be others in its next version.
grant update, delete on all tables in schema graphile_worker to :role;
revoke insert, update, delete on graphile_worker.migrations from :role;
