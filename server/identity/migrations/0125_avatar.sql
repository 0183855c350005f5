-- Where the picture lies in the storage, when it is a file of ours; `avatar` is the address it is shown from.
alter table accounts.account
  add column avatar_key text unique,
  add constraint avatar_of_key check (avatar_key is null or avatar is not null);
