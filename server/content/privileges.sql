grant update, delete on content.item, content.visit, content.comment to :role;
grant delete on content.post_like to :role;
