grant update on live.room, live.gift, live.line, live.session to :role;
-- The text and price of an item stay; it is moved, taken off the menu, and its words go with the model's account.
grant update (position, removed_at, title_en, title_es) on live.menu_item to :role;
grant delete on live.line, live.moderator, live.mute, live.moderation to :role;
grant update (muted_until, broadcast_at) on live.mute to :role;
-- The record of moderation stays; only the person in it is forgotten with their account.
grant update (actor_id, fan_id) on live.moderation to :role;
-- A tip stays; the words beside it, and that it named somebody, are forgotten with the person who gave it.
grant update (message, named_in_public) on live.tip to :role;
