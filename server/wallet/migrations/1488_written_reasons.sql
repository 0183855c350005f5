select kit.keep_written('wallet.transfer', 'reason', '');
update wallet.transfer set counterpart = null where not kit.is_written(counterpart);
select kit.keep_written('wallet.transfer', 'counterpart', '');
