-- A person who came by X has no password until they set one, and perhaps no email address yet.
alter table accounts.account
  alter column email drop not null,
  alter column password_hash drop not null,
  -- X's own id of the person: handles change hands, ids never do. `twitter` is the handle as last seen.
  add column twitter_id text check (twitter_id ~ '^[0-9]{1,20}$'),
  add constraint twitter_whole check ((twitter_id is null) = (twitter is null)),
  -- Nobody who may come in is left without a way in, or without a name to be reached by.
  add constraint way_in check (status = 'blocked' or password_hash is not null or twitter_id is not null),
  add constraint reachable check (status = 'blocked' or email is not null or twitter_id is not null);
create unique index account_twitter on accounts.account (twitter_id);
