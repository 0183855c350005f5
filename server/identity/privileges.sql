grant update on accounts.account, accounts.known_client, accounts.mailed_link, accounts.recovery_code, accounts.referral,
  accounts.second_factor, accounts.session to :role;
grant delete on accounts.known_client, accounts.mailed_link, accounts.recovery_code, accounts.second_factor,
  accounts.session, accounts.suspension, accounts.twitter_claim, accounts.twitter_start to :role;
-- The text that somebody agreed to stays; the address it came from is shortened when the person is erased.
grant update (address) on accounts.consent to :role;
