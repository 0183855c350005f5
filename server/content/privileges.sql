grant update, delete on content.item, content.visit, content.comment, content.comments_seen to :role;
grant delete on content.post_like to :role;
grant update (stars, rated_at), delete on content.rating to :role;
