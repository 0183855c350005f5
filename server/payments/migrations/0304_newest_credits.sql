-- A payment, and the reward for it, name the transfer by which the tokens came last: that is what a next round of a
-- dispute takes back. Until now they named the first one, also after a dispute that was won.
update payments.intent set transfer_id = again.id
from wallet.transfer as again
where intent.state = 'chargeback_reversed' and again.key = 'chargeback_reversed:' || intent.id;

update accounts.referral set transfer_id = again.id
from wallet.transfer as again
where referral.state = 'rewarded' and again.key = 'referral_again:' || referral.friend_id;
