select kit.keep_written('notifications.saved_search', 'name', '');
select kit.keep_written('notifications.saved_search', 'search', '');
