-- Whom staff keep out of sight is asked every minute.
create index model_out_of_sight on catalog.model (id) where (hidden or suspended) and closed_at is null;
