-- Words that somebody does not want to be sent: a message to them that has one is refused.
create table messaging.word_filter (
  person_id bigint primary key,
  words text[] not null check (cardinality(words) between 1 and 50),
  changed_at timestamptz not null
);
