-- The language of who wrote a line, by their account: a reader is told, and a translation could begin from it. Null for what
-- nobody with an account typed, and for lines of before.
alter table live.line add column language text check (language in ('en', 'es'));
