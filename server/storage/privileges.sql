grant update, delete on storage.link_cut to :role;
