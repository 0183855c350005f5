-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column accounts.account.login_contested is 'The name holds nothing against names that look like it: others had one before the rule, or its account is erased.';
comment on column accounts.account.email is 'Null: the account was opened with X, which shared none, and none was entered since.';
comment on column accounts.account.password_hash is 'Null: the account signs in with X only.';
comment on column accounts.account.avatar_key is 'Key of its file in the storage, when it is one of ours.';
comment on column accounts.account.twitter is 'The handle on X as last seen, without the @.';
comment on column accounts.account.twitter_id is 'The number of the person on X; set exactly when `twitter` is.';
comment on column accounts.account.closed_at is 'When its owner closed it.';
comment on column accounts.account.erased_at is 'When the owner''s personal data was erased.';
comment on column accounts.known_client.client is '`device:` and the hash of its cookie, or `address:` and a block.';
comment on column accounts.second_factor.confirmed_at is 'Null: no code has been shown yet, and none is asked for.';
comment on column accounts.second_factor.last_step is 'Time step (RFC 6238) of the last code that was taken.';
