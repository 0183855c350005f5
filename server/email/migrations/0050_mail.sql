create schema mail;

-- Mails on their way. A sent one leaves the table at once, unless the table itself is the outbox that is read.
create table mail.message (
  id bigint generated always as identity primary key,
  address text not null check (length(address) between 3 and 190),
  subject text not null check (subject <> '' and subject !~ '[\r\n]'),
  text_body text not null,
  html_body text not null,
  posted_at timestamptz not null,
  sent_at timestamptz,
  -- Refused for good by the receiving server: no retry would help.
  refused_at timestamptz,
  check (sent_at is null or refused_at is null)
);
create index message_outbox on mail.message (id) where sent_at is not null;
