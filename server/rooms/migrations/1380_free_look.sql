-- A spy's free seconds need no tokens: nothing is set aside before they are over, and nothing that follows is served before
-- something is.
alter table live.participant drop constraint participant_check2;
alter table live.participant add constraint participant_hold check (
  case role
    when 'promo' then hold_id is null
    when 'payer' then hold_id is not null
    else hold_id is not null
      or (free_s > 0 and held = 0 and spent = 0 and price_units = 0 and served_ms <= free_s * 1000::bigint)
  end);
