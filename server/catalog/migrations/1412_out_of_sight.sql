-- Who is out of sight, hidden by staff, suspended or gone, is asked every minute.
create index model_out_of_sight on catalog.model (id) where hidden or suspended or closed_at is not null;
