select kit.keep_written('support.ticket', field, '') from unnest(array['name', 'email', 'url', 'message']) as field;
select kit.keep_written('support.note', 'body', '…');
select kit.keep_written('support.decision', 'reason', '…');
select kit.keep_written('support.appeal', 'text', '…');
select kit.keep_written('support.staff_action', 'reason', '…');
