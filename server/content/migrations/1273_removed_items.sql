-- Removed by staff: nobody finds it, neither its model nor who bought it. The row and its files stay as evidence.
alter table content.item
  add column removed_at timestamptz,
  add constraint item_removed_is_withdrawn check (removed_at is null or withdrawn_at is not null);
