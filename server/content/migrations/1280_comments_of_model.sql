-- Under whose posts a comment stands, so that a model reads those under all of their posts in one list.
alter table content.comment add column model_id bigint;
alter table content.comment disable trigger stays;
update content.comment as comment set model_id = item.model_id
from content.item as item where item.id = comment.item_id;
alter table content.comment enable trigger stays;
alter table content.comment alter column model_id set not null;
create index comment_of_model on content.comment (model_id, id desc) where removed_at is null;

create or replace function content.refuse_strangers_comment() returns trigger language plpgsql as $$
declare post content.item;
begin
  select * into post from content.item where id = new.item_id;
  if (case new.author_role when 'model' then post.kind = 'post' and post.model_id = new.author_id
        else content.is_customer(post, new.author_id, new.written_at) end) is not true then
    raise exception 'account % may not comment on item %', new.author_id, new.item_id using errcode = 'CO002';
  end if;
  new.model_id := post.model_id;
  return new;
end $$;

create or replace function content.refuse_other_comment() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null
    or (new.id, new.item_id, new.model_id, new.author_id, new.author_role, new.client_id, new.written_at)
      is distinct from
      (old.id, old.item_id, old.model_id, old.author_id, old.author_role, old.client_id, old.written_at)
    or new.body not in (old.body, '') then
    raise exception 'a comment stays what it is' using errcode = 'CO001';
  end if;
  return new;
end $$;

-- Up to which comment a model has looked at those under their posts.
create table content.comments_seen (
  model_id bigint primary key,
  seen_id bigint not null check (seen_id > 0)
);
-- What was written before models could see it here is not new to them.
insert into content.comments_seen (model_id, seen_id)
  select model_id, max(id) from content.comment group by model_id;
