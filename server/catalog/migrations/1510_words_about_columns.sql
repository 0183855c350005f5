-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column catalog.model.listed is 'Approved, and neither hidden nor suspended nor closed; the database works it out.';
comment on column catalog.model.online is 'The model is here, on air or not.';
comment on column catalog.stream.fan_id is 'The fan of a promo; null otherwise.';
comment on column catalog.stream.broadcast_at is 'When the broadcast began that this stream is, or was last, a part of.';
comment on column catalog.stream.public_session_id is 'The session that everybody may watch now.';
comment on column catalog.stream.picture is 'The file of the picture that session shows.';
