-- Nothing that is computed from a card's number is kept any more. The table is made anew instead of losing a column:
-- a dropped column stays in the rows on disk until they are written again, the file of a dropped table does not.
create table payments.attempt_kept (
  intent_id uuid primary key,
  fan_id bigint not null,
  address_block text not null,
  -- The account was young and had not paid yet.
  newcomer boolean not null,
  outcome text not null default 'open' check (outcome in ('open', 'approved', 'declined', 'abandoned')),
  at timestamptz not null
);

insert into payments.attempt_kept (intent_id, fan_id, address_block, newcomer, outcome, at)
select intent_id, fan_id, address_block, false, outcome, at from payments.attempt;

drop table payments.attempt;
alter table payments.attempt_kept rename to attempt;
alter index payments.attempt_kept_pkey rename to attempt_pkey;

create index attempt_of_fan on payments.attempt (fan_id, at);
create index attempt_of_address on payments.attempt (address_block, at) where newcomer;
create index attempt_at on payments.attempt (at);
