grant update on live.participant, live.show_request, shows.promo_link to :role;
grant update (ended_at) on live.pause to :role;
grant delete on live.show_answer to :role;
