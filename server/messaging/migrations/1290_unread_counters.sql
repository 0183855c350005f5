-- How many messages each side of a chat has not read, and how many a model has not read in all of them. The database
-- keeps the numbers itself: the application may not write them, and messaging.unread_problems() compares them with what
-- they count.
alter table messaging.chat
  add column fan_unread integer not null default 0 check (fan_unread >= 0),
  add column model_unread integer not null default 0 check (model_unread >= 0);
update messaging.chat set
  fan_unread = (select count(*) from messaging.message as m
                where m.chat_id = chat.id and m.author = 'model' and m.id > fan_read_to),
  model_unread = (select count(*) from messaging.message as m
                  where m.chat_id = chat.id and m.author = 'fan' and m.id > model_read_to);
-- A fan's sum reads only the chats that have something new.
create index chat_fan_unread on messaging.chat (fan_id) include (fan_unread)
  where fan_unread > 0 and fan_hidden_at is null;

-- A model may have very many chats with something new. Her number lies in sixteen parts, so that fans who write to her at
-- once do not wait for each other.
create table messaging.model_unread (
  model_id bigint not null,
  part smallint not null check (part between 0 and 15),
  messages bigint not null check (messages >= 0),
  primary key (model_id, part)
) with (fillfactor = 50);
insert into messaging.model_unread (model_id, part, messages)
  select model_id, id % 16, sum(model_unread) from messaging.chat where model_unread > 0 group by model_id, id % 16;

-- The functions work as the owner of the tables, who alone may write the numbers.
create function messaging.add_up_model() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update messaging.model_unread set messages = messages + new.model_unread - old.model_unread
  where model_id = new.model_id and part = new.id % 16;
  if not found then
    insert into messaging.model_unread as kept (model_id, part, messages)
    values (new.model_id, new.id % 16, new.model_unread - old.model_unread)
    on conflict (model_id, part) do update set messages = kept.messages + excluded.messages;
  end if;
  return null;
end $$;
create trigger add_up_model after update on messaging.chat
  for each row when (old.model_unread <> new.model_unread) execute function messaging.add_up_model();

create function messaging.begin_read() returns trigger language plpgsql as $$
begin
  new.fan_unread := 0;
  new.model_unread := 0;
  return new;
end $$;
create trigger begin_read before insert on messaging.chat
  for each row execute function messaging.begin_read();

-- The chat's row is locked when this runs, and a transaction that adds a message has it locked too: none is missed.
create function messaging.count_unread() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.fan_read_to <> old.fan_read_to then
    new.fan_unread := (select count(*) from messaging.message
      where chat_id = new.id and author = 'model' and id > new.fan_read_to);
  end if;
  if new.model_read_to <> old.model_read_to then
    new.model_unread := (select count(*) from messaging.message
      where chat_id = new.id and author = 'fan' and id > new.model_read_to);
  end if;
  return new;
end $$;
create trigger count_unread before update of fan_read_to, model_read_to on messaging.chat
  for each row execute function messaging.count_unread();

create function messaging.count_added() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from messaging.chat where id in (select chat_id from added) order by id for no key update;
  update messaging.chat set fan_unread = fan_unread + more.of_model, model_unread = model_unread + more.of_fan
  from (
    select chat_id, count(*) filter (where author = 'model') as of_model, count(*) filter (where author = 'fan') as of_fan
    from added group by chat_id) as more
  where chat.id = more.chat_id;
  return null;
end $$;
create trigger count_added after insert on messaging.message
  referencing new table as added for each statement execute function messaging.count_added();

create function messaging.count_removed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Locked before their marks are read, so that nobody moves one in between.
  perform from messaging.chat where id in (select chat_id from removed) order by id for no key update;
  update messaging.chat set fan_unread = fan_unread - gone.of_model, model_unread = model_unread - gone.of_fan
  from (
    select chat.id,
      count(*) filter (where removed.author = 'model' and removed.id > chat.fan_read_to) as of_model,
      count(*) filter (where removed.author = 'fan' and removed.id > chat.model_read_to) as of_fan
    from removed join messaging.chat as chat on chat.id = removed.chat_id
    group by chat.id) as gone
  where chat.id = gone.id and gone.of_model + gone.of_fan > 0;
  return null;
end $$;
create trigger count_removed after delete on messaging.message
  referencing old table as removed for each statement execute function messaging.count_removed();

-- What is kept and does not fit what it counts, one line each, at most 20 of each sort.
create function messaging.unread_problems() returns setof text language sql stable as $$
  with counted as (
    select id, model_id, fan_unread, model_unread,
      (select count(*) from messaging.message as m
       where m.chat_id = chat.id and m.author = 'model' and m.id > fan_read_to) as of_model,
      (select count(*) from messaging.message as m
       where m.chat_id = chat.id and m.author = 'fan' and m.id > model_read_to) as of_fan
    from messaging.chat as chat),
  summed as (select model_id, sum(model_unread) as messages from counted group by model_id),
  kept as (select model_id, sum(messages) as messages from messaging.model_unread group by model_id)
  (select format('chat %s: %s and %s unread, %s and %s counted', id, fan_unread, model_unread, of_model, of_fan)
   from counted where (fan_unread, model_unread) <> (of_model, of_fan) limit 20)
  union all
  (select format('model %s: %s unread, %s in the chats', model_id, coalesce(kept.messages, 0), coalesce(summed.messages, 0))
   from summed full join kept using (model_id)
   where coalesce(kept.messages, 0) <> coalesce(summed.messages, 0) limit 20)
$$;

-- Those that work with their owner's rights are nobody's to call but the application's.
revoke execute on all functions in schema messaging from public;
