-- The chat of the two in which a tip was given; null for one given in the room or on the model's page. It stands in that
-- chat alone, and is never anonymous there.
alter table live.tip
  add column chat_id bigint,
  add constraint tip_in_chat check (chat_id is null or (not anonymous and menu_item_id is null));
