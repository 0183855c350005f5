select kit.keep_written('messaging.message', 'body', '…');
select kit.keep_written('messaging.mass_message', 'body', '…');
select kit.keep_written('messaging.media', 'description', '');
delete from messaging.word_filter where words <> '{}' and not exists (
  select from unnest(words) as word where word <> '' and kit.is_written(word));
update messaging.word_filter set words = array(
  select word from unnest(words) with ordinality as list (word, place) where kit.is_written(word) order by place)
where not kit.are_written(words);
alter table messaging.word_filter add constraint words_written check (kit.are_written(words) and not '' = any (words));
