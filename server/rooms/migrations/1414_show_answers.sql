-- What a fan answered under a key of theirs, to an invitation or to another rate: the same key with another answer is refused.
-- Kept for two days.
create table live.show_answer (
  fan_id bigint not null,
  key text not null,
  -- The question with all that the fan agreed to.
  answer text not null,
  at timestamptz not null,
  primary key (fan_id, key)
);
create index show_answer_at on live.show_answer (at);
