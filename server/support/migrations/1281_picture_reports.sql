-- Pictures of models' pages can be reported.
alter table support.ticket drop constraint ticket_about_check;
alter table support.ticket add constraint ticket_about_check check (about in (
  'room', 'line', 'profile', 'picture', 'video', 'post', 'comment', 'chat', 'message'));
