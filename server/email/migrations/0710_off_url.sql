-- Where one click takes the reader off this kind of mail; null: it is no kind that one can be taken off.
alter table mail.message add column off_url text check (off_url ~ '^https?://');
