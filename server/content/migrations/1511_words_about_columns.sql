-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column content.item.client_id is 'The id that its model''s page made for it.';
comment on column content.item.published_at is 'The later of `created_at` and `starts_at`; the database works it out.';
comment on column content.item.removed_at is 'Since when staff keep it from everybody.';
comment on column content.comment.model_id is 'The model whose post it is under; the database fills it in.';
comment on column content.comment.body is '"" once it is removed.';
