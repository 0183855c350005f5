-- A receipt can be recomputed from what it prints: how many charged seconds there are of each rate, in the order in which the
-- rates stood, as [{"from": ms since the epoch, "rate": tokens a minute, "seconds": …}, …]. Null in shows from before whose
-- rate changed: it is not known which of their seconds cost what.
create function live.units_of(steps jsonb) returns bigint language sql immutable parallel safe
return (select coalesce(sum((step ->> 'rate')::bigint * (step ->> 'seconds')::bigint), 0)::bigint
          from jsonb_array_elements(steps) as step);

alter table live.participant
  -- Since when the rate stands; null: since the show began.
  add column rate_since timestamptz,
  add column price_steps jsonb default '[]';

update live.participant
   set price_steps = case when price_units = rate * greatest(0, served_ms / 1000 - free_s)
     then jsonb_build_array(jsonb_build_object('from', (extract(epoch from started_at) * 1000)::bigint,
            'rate', rate, 'seconds', served_ms / 1000 - free_s)) end
 where price_units > 0;

alter table live.participant
  add constraint participant_price_steps check (price_steps is null or live.units_of(price_steps) = price_units);
