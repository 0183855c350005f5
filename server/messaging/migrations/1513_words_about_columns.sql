-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column messaging.chat.fan_unread is 'How many messages the fan has not read; the database keeps it.';
comment on column messaging.chat.model_unread is 'How many messages the model has not read; the database keeps it.';
comment on column messaging.media.taken_from is 'The message that it came in, once that is gone; kept by the database.';
