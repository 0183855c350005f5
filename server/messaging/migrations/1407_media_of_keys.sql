-- The sweep of the files asks of each key whether a picture or video has it.
create index media_file_key on messaging.media (file_key) where file_key is not null;
create index media_thumb_key on messaging.media (thumb_key) where thumb_key is not null;
create index media_blurred_key on messaging.media (blurred_key) where blurred_key is not null;
