-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column live.room.session_id is 'The last session; null before the first.';
comment on column live.room.broadcast_at is 'When the broadcast began that the stream is, or was last, a part of.';
comment on column live.session.pause_note is 'The model''s note to the room meanwhile; null: nothing.';
comment on column live.participant.model_name is 'The name of the model when the fan agreed to the show; null in shows from before that was kept, and once the model is erased.';
comment on column live.participant.rate is 'Tokens a minute; null in a promo.';
comment on column live.participant.rate_since is 'Since when the rate stands; null: since the show began.';
comment on column live.participant.key is 'The id of the intent of a spy; null for what a request led to.';
comment on column live.participant.terms is 'Version of the terms that the fan agreed to.';
comment on column live.participant.price_steps is 'The seconds charged at each rate, in their order; null where they are not known.';
comment on column live.participant.rating is 'From 1 to 5; null while the fan has not rated it.';
comment on column live.tip.chat_id is 'The chat of the two in which it was given; null in the room.';
comment on column live.line.language is 'The language of its author; null where it is not known.';
comment on column live.line.show_id is 'The session of the show in which it was posted; null in public.';
comment on column live.line.removed_at is 'Since when a message is removed from the chat; null while it is there.';
comment on column live.mute.muted_until is 'Null: muted for the broadcast that began at `broadcast_at`.';
comment on column live.menu_item.price is 'Tokens.';
comment on column live.menu_item.removed_at is 'Since when it is no longer offered; null while it is.';
