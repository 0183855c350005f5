-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column notifications.saved_search.age_min is 'Years, as age_max.';
comment on column notifications.saved_search.rate_min is 'Tokens of a private minute, as rate_max.';
comment on column notifications.saved_search.name is 'The name that the fan gave it; empty: it is called by what it looks for.';
comment on column notifications.saved_search.alerts is 'The fan is notified of whom it finds.';
