grant update, delete on content.item, content.visit to :role;
