grant update, delete on storage.link_cut to :role;
grant update, delete on storage.upload to :role;
grant delete on storage.upload_part to :role;
grant delete on storage.held_file to :role;
