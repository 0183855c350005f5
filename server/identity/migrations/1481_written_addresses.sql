-- Nothing is ever written to an address of `.invalid`.
update accounts.account set email = 'account' || id || '@unseen.invalid' where email = '' or not kit.is_written(email);
select kit.keep_written('accounts.account', 'email', '');
