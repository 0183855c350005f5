-- The meaning of columns stands with them: it comes into schema.sql and into the types of rows.
comment on column support.ticket.about is 'The kind of thing that a report is about; its id is `about_id`, its owner `reported_id`.';
comment on column support.decision.reason is 'Null once erased, as the words of an appeal are.';
