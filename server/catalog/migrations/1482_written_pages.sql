-- Who had a name that nobody can see is called by their user name, whoever else is called so.
update catalog.model set artistic_name = login, search_text = kit.search_key(login || ' ' || login), name_contested = true
where closed_at is null and (artistic_name = '' or not kit.is_written(artistic_name));
select kit.keep_written('catalog.model', 'artistic_name', '');
select kit.keep_written('catalog.model', field, '')
from unnest(array['bio_en', 'bio_es', 'topic_en', 'topic_es', 'listing_note']) as field;
alter table catalog.model add constraint page_has_name check (artistic_name <> '' or closed_at is not null);
