-- Each of several nodes reads what others have revoked a moment ago.
create index link_cut_recent on storage.link_cut (cut_at);
