grant update on live.room, live.gift, live.line, live.session, live.participant, live.show_request,
  shows.promo_link to :role;
-- What an item says and costs stays; it is moved, taken off the menu, and its words go with the model's account.
grant update (position, removed_at, title_en, title_es) on live.menu_item to :role;
grant delete on live.line to :role;
-- A tip stays; the words beside it are forgotten with the person who wrote them.
grant update (message) on live.tip to :role;
grant update (ended_at) on live.pause to :role;
