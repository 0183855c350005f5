-- Whom a model has muted says nothing under their posts either, for as long.
create function live.refuse_muted_comment() returns trigger language plpgsql as $$
begin
  if exists (
    select from content.item as item
    join live.mute as mute on mute.model_id = item.model_id and mute.fan_id = new.author_id
    join live.room as room on room.model_id = mute.model_id
    where item.id = new.item_id
      and case when mute.muted_until is null then mute.broadcast_at is not distinct from room.broadcast_at
               else mute.muted_until > new.written_at end) then
    raise exception 'fan % is muted', new.author_id using errcode = 'CO002';
  end if;
  return new;
end $$;
create trigger not_muted before insert on content.comment
  for each row when (new.author_role = 'fan') execute function live.refuse_muted_comment();
