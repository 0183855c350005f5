-- A device goes with its session, and belongs to the user who signed in on it last.
grant update, delete on push.device to :role;
