-- The id that a model's page made for what it publishes: the same one again is the same item.
alter table content.item add column client_id uuid;
create unique index item_of_client on content.item (model_id, client_id) where client_id is not null;
