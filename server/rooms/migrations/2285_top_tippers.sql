-- Whether everybody in the public room saw the name of this tip's fan: who tipped most is counted from these alone. Of the
-- tips before nobody knows, so they name nobody.
alter table live.tip add column named_in_public boolean not null default false;
alter table live.tip add constraint tip_named_in_public check (not named_in_public or not anonymous and chat_id is null);
create index tip_named on live.tip (model_id, at) include (fan_id, tokens) where named_in_public;
