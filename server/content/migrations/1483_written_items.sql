select kit.keep_written('content.item', 'title', '…');
select kit.keep_written('content.item', 'body', '');
select kit.keep_written('content.comment', 'body', '…');
