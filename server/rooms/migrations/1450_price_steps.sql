-- A receipt can be recomputed from what it prints: how many charged seconds there are of each rate, in the order in which the
-- rates stood, as [{"from": ms since the epoch, "rate": tokens a minute, "seconds": …}, …]. Null: it is not known which of the
-- seconds cost what, as in all shows from before.
create function live.units_of(steps jsonb) returns bigint language sql immutable parallel safe
return (select coalesce(sum((step ->> 'rate')::bigint * (step ->> 'seconds')::bigint), 0)::bigint
          from jsonb_array_elements(steps) as step);

alter table live.participant
  -- Since when the rate stands; null: since the show began.
  add column rate_since timestamptz,
  add column price_steps jsonb;
-- Afterwards: rows from before are left as they are.
alter table live.participant alter column price_steps set default '[]';

update live.participant
   set price_steps = case when price_units = rate * greatest(0, served_ms / 1000 - free_s)
     then jsonb_build_array(jsonb_build_object('from', (extract(epoch from started_at) * 1000)::bigint,
            'rate', rate, 'seconds', greatest(0, served_ms / 1000 - free_s))) end
 where ended_at is null and rate is not null;

-- A node of the version before, which meters on while others are replaced, knows no steps.
create function live.forget_price_steps() returns trigger language plpgsql as $$
begin
  new.price_steps := null;
  return new;
end $$;
create trigger forget_price_steps before update on live.participant for each row
  when (new.price_units is distinct from old.price_units and new.price_steps is not distinct from old.price_steps)
  execute function live.forget_price_steps();

alter table live.participant
  add constraint participant_price_steps check (price_steps is null or live.units_of(price_steps) = price_units);
