-- The id that the model's page has minted for a picture: the same one again is the same picture.
alter table catalog.gallery add column client_id uuid;
create unique index gallery_of_client on catalog.gallery (model_id, client_id) where client_id is not null;
