-- The one node of an installation that owns the media, and with them every meter. Each takeover has the next number, its
-- term; what an earlier owner still has under way names its own and is refused.
create table kit.media_owner (
  singleton boolean primary key default true check (singleton),
  term bigint not null default 0 check (term >= 0),
  node text,
  -- Where the other nodes reach the owner.
  address text,
  lease_until timestamptz not null default '-infinity',
  -- By what the nodes know each other: 244 bits of chance.
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into kit.media_owner default values;

create function kit.check_media_owner() returns trigger language plpgsql as $$
begin
  if new.secret <> old.secret then
    raise exception 'the secret of the nodes stays as it is';
  end if;
  if new.term = old.term then
    if (new.node, new.address) is distinct from (old.node, old.address) then
      raise exception 'another owner of the media needs another term';
    end if;
    if old.lease_until <= clock_timestamp() and new.lease_until > old.lease_until then
      raise exception 'a lease that has run out is not renewed: another node may have taken over';
    end if;
  elsif new.term <> old.term + 1 then
    raise exception 'terms follow one another';
  elsif old.lease_until > clock_timestamp() then
    raise exception 'the media have an owner';
  end if;
  if new.lease_until > clock_timestamp() + interval '60 seconds' then
    raise exception 'a lease is short, so that others can take over';
  end if;
  return new;
end $$;
create trigger check_media_owner before update on kit.media_owner
  for each row execute function kit.check_media_owner();
