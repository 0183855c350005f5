-- A mail is erased once a mail server has taken it.
grant update, delete on mail.message to :role;
