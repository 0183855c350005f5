-- Reports of what people see in the product, each with a copy of what it was when it was reported.
alter table support.ticket
  add column about text check (about in ('room', 'line', 'profile', 'video', 'post', 'chat', 'message')),
  add column about_id bigint,
  -- Whose it is, if it is an account's; personal data, as the copy is.
  add column reported_id bigint,
  add column evidence jsonb;
alter table support.ticket drop constraint ticket_kind_check;
alter table support.ticket add constraint ticket_kind_check check (kind in ('contact', 'removal', 'report'));
alter table support.ticket drop constraint ticket_reason_check;
alter table support.ticket add constraint ticket_reason_check check (reason in (
  'minor', 'nonconsensual', 'danger', 'harassment', 'scam', 'privacy', 'copyright', 'other'));
alter table support.ticket drop constraint ticket_check1;
alter table support.ticket
  add constraint ticket_has_reason check ((kind = 'contact') = (reason is null)),
  add constraint ticket_is_about check ((kind = 'report') = (about is not null) and (about is null) = (about_id is null)),
  add constraint report_has_evidence check (
    kind <> 'report' and reported_id is null and evidence is null or
    kind = 'report' and (erased_at is null) = (evidence is not null)
      and (evidence is not null or reported_id is null));
create index ticket_of_account on support.ticket (account_id, id desc) where account_id is not null;
create index ticket_of_reported on support.ticket (reported_id) where reported_id is not null;
