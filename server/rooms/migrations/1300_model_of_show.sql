-- What the model of a show was called when the fan agreed to it, which its receipt says whatever they are called later. Null
-- for shows from before, and once the model's account is erased.
alter table live.participant add column model_name text check (length(model_name) between 1 and 200);
