create schema shows;

-- A receipt can be recomputed from what it prints: how many charged seconds there are of each rate, in the order in which the
-- rates stood, as [{"from": ms since the epoch, "rate": tokens a minute, "seconds": …}, …]. Null: it is not known which of the
-- seconds cost what, as in all shows from before.
create function live.units_of(steps jsonb)
returns bigint
language sql
immutable parallel safe
return (select (coalesce(sum((((step.value ->> 'rate'))::bigint * ((step.value ->> 'seconds'))::bigint)), (0)::numeric))::bigint as "coalesce" from jsonb_array_elements(units_of.steps) step(value));

-- Free one-to-one time that a model gives one fan. The link's token is worked out from `nonce` and the server's secret, so
-- that neither the nonce nor the hash opens anything.
create table shows.promo_link (
  id bigint generated always as identity not null,
  model_id bigint not null,
  client_id uuid not null,
  -- Lower case; empty once it is forgotten.
  email text not null,
  nonce bytea not null,
  token_hash bytea not null,
  duration_s integer not null,
  used_s integer default 0 not null,
  -- The fan whose account had that email when the link was first opened.
  fan_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used up or withdrawn, or expired and noticed: it opens nothing any more.
  closed_at timestamptz,
  withdrawn boolean default false not null,
  constraint promo_link_pkey primary key (id),
  constraint promo_link_model_id_client_id_key unique (model_id, client_id),
  constraint promo_link_token_hash_key unique (token_hash),
  constraint email_written check (kit.is_written(email)),
  constraint promo_link_check check (used_s >= 0 and used_s <= duration_s),
  constraint promo_link_check1 check (expires_at > created_at),
  constraint promo_link_check2 check (used_s < duration_s or closed_at is not null),
  constraint promo_link_check3 check (not withdrawn or closed_at is not null),
  constraint promo_link_duration_s_check check (duration_s >= 10 and duration_s <= 3600)
);
-- The promos of fans that are open, by their last day: each minute those are looked for that are past it.
create index promo_link_expiry on shows.promo_link (expires_at) where fan_id is not null and closed_at is null;
create index promo_link_model on shows.promo_link (model_id, id desc);
-- A fan finishes the minutes of one promo before the next one of the same model.
create unique index promo_link_open on shows.promo_link (fan_id, model_id) where fan_id is not null and closed_at is null;

-- A fan in a show: who pays for it, who watches it as a spy, or for whom a promo is. Each has a meter and a consent of
-- their own, and is kept by one process, which renews its lease while it meters. Tokens are whole; rates are for a minute.
create table live.participant (
  id bigint generated always as identity not null,
  session_id bigint not null,
  model_id bigint not null,
  fan_id bigint not null,
  role text not null,
  promo_link_id bigint,
  -- Seconds of the promo that were used before.
  used_before_s integer default 0 not null,
  -- What the fan agreed to.
  rate integer,
  minimum integer default 0 not null,
  cap_tokens integer,
  limit_s integer,
  two_way boolean default false not null,
  terms text,
  -- Seconds at the beginning that cost nothing.
  free_s integer default 0 not null,
  served_ms bigint default 0 not null,
  -- The rates of all seconds that cost something, added up: a sixtieth of it is the price in tokens.
  price_units bigint default 0 not null,
  hold_id bigint,
  -- What was charged, and what is left of the hold.
  spent bigint default 0 not null,
  held bigint default 0 not null,
  -- At most a minute's price is set aside, by the highest rate that was agreed to.
  escrow_max integer default 0 not null,
  -- A new rate that the fan has not agreed to yet, and until when they may.
  offered_rate integer,
  offer_expires_at timestamptz,
  pause_reason text,
  started_at timestamptz not null,
  keeper uuid not null,
  lease_until timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  -- The id of the intent that a spy began with: pressed twice it is one.
  key text,
  -- What the model of a show was called when the fan agreed to it, which its receipt says whatever they are called later. Null
  -- for shows from before, and once the model's account is erased.
  model_name text,
  -- What a fan thought of a show that is over, from 1 to 5; null while they have not said. A promo, which is given, is not rated.
  rating smallint,
  -- Since when the rate stands; null: since the show began.
  rate_since timestamptz,
  price_steps jsonb default '[]'::jsonb,
  constraint participant_pkey primary key (id),
  constraint participant_fan_id_key_key unique (fan_id, key),
  constraint participant_hold_id_key unique (hold_id),
  constraint participant_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint participant_promo_link_id_fkey foreign key (promo_link_id) references shows.promo_link(id),
  constraint participant_session_id_fkey foreign key (session_id) references live.session(id),
  constraint model_name_written check (kit.is_written(model_name)),
  constraint participant_cap_tokens_check check (cap_tokens > 0),
  constraint participant_check check ((role = 'promo') = (promo_link_id is not null)),
  constraint participant_check1 check ((role = 'promo') = (rate is null)),
  constraint participant_check10 check ((ended_at is null) = (end_reason is null)),
  constraint participant_check11 check (ended_at is null or held = 0),
  constraint participant_check3 check (role <> 'promo' or limit_s is not null and spent = 0 and price_units = 0),
  constraint participant_check4 check (limit_s is null or served_ms <= (limit_s * 1000::bigint)),
  constraint participant_check5 check (minimum <= rate),
  constraint participant_check6 check (spent <= greatest(price_units / 60, minimum::bigint)),
  constraint participant_check7 check (spent <= cap_tokens),
  constraint participant_check8 check (held <= escrow_max),
  constraint participant_check9 check ((offered_rate is null) = (offer_expires_at is null)),
  -- A show that cannot be charged ends, instead of going on for nothing.
  constraint participant_end_reason_check check (end_reason in ('used_up', 'fan_left', 'model_ended', 'model_left', 'withdrawn', 'banned', 'cap_reached', 'out_of_tokens', 'limit_reached', 'price_declined', 'show_over', 'failed')),
  constraint participant_escrow_max_check check (escrow_max >= 0),
  constraint participant_free_s_check check (free_s >= 0),
  constraint participant_held_check check (held >= 0),
  -- A spy's free seconds need no tokens: nothing is set aside before they are over, and nothing that follows is served before
  -- something is.
  constraint participant_hold check (
case role
    when 'promo' then hold_id is null
    when 'payer' then hold_id is not null
    else hold_id is not null or free_s > 0 and held = 0 and spent = 0 and price_units = 0 and served_ms <= (free_s * 1000::bigint)
end),
  constraint participant_limit_s_check check (limit_s > 0),
  constraint participant_minimum_check check (minimum >= 0),
  constraint participant_model_name_check check (length(model_name) >= 1 and length(model_name) <= 200),
  constraint participant_offered_rate_check check (offered_rate > 0),
  constraint participant_pause_reason_check check (pause_reason in ('model_media_lost', 'fan_media_lost', 'model_paused')),
  constraint participant_price_steps check (price_steps is null or live.units_of(price_steps) = price_units),
  constraint participant_price_units_check check (price_units >= 0),
  constraint participant_rate_check check (rate > 0),
  constraint participant_rated check (rating is null or ended_at is not null and role <> 'promo'),
  constraint participant_rating check (rating >= 1 and rating <= 5),
  constraint participant_role_check check (role in ('payer', 'spy', 'promo')),
  constraint participant_served_ms_check check (served_ms >= 0),
  constraint participant_spent_check check (spent >= 0),
  constraint participant_used_before_s_check check (used_before_s >= 0)
) with (fillfactor=70);
create index participant_fan on live.participant (fan_id, id desc);
create index participant_model on live.participant (model_id, id desc);
create index participant_open on live.participant (lease_until) where ended_at is null;
create unique index participant_open_fan on live.participant (fan_id) where ended_at is null;
create index participant_rated_model on live.participant (model_id, ended_at) where rating is not null;
create index participant_session on live.participant (session_id);

-- When a participant's meter stood still, and why; the last one of a show that is paused is open.
create table live.pause (
  participant_id bigint not null,
  reason text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint pause_pkey primary key (participant_id, began_at),
  constraint pause_participant_id_fkey foreign key (participant_id) references live.participant(id),
  constraint pause_check check (ended_at >= began_at),
  constraint pause_reason_check check (reason in ('model_media_lost', 'fan_media_lost', 'model_paused'))
);
create unique index pause_open on live.pause (participant_id) where ended_at is null;

-- What a fan answered under a key of theirs, to an invitation or to another rate: the same key with another answer is refused.
-- Kept for two days.
create table live.show_answer (
  fan_id bigint not null,
  key text not null,
  -- The question with all that the fan agreed to.
  answer text not null,
  at timestamptz not null,
  constraint show_answer_pkey primary key (fan_id, key)
);
create index show_answer_at on live.show_answer (at);

-- A fan asks for a show, or a model invites to one: the other has half a minute to answer. `rate` and `minimum` are those
-- that the fan was shown.
create table live.show_request (
  id bigint generated always as identity not null,
  model_id bigint not null,
  fan_id bigint not null,
  asked_by text not null,
  mode text not null,
  rate integer not null,
  minimum integer not null,
  spies_allowed boolean not null,
  cap_tokens integer,
  cap_s integer,
  two_way boolean default false not null,
  -- The fan's id of the intent.
  key text,
  state text default 'asked' not null,
  reason text,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  participant_id bigint,
  constraint show_request_pkey primary key (id),
  constraint show_request_fan_id_key_key unique (fan_id, key),
  constraint show_request_model_id_fkey foreign key (model_id) references live.room(model_id),
  constraint show_request_participant_id_fkey foreign key (participant_id) references live.participant(id),
  constraint reason_written check (kit.is_written(reason)),
  constraint show_request_asked_by_check check (asked_by in ('fan', 'model')),
  constraint show_request_cap_s_check check (cap_s > 0),
  constraint show_request_check check (minimum >= 0 and minimum <= rate),
  constraint show_request_check1 check (cap_tokens >= minimum),
  constraint show_request_check2 check (expires_at > asked_at),
  constraint show_request_check3 check ((state = 'accepted') = (participant_id is not null)),
  constraint show_request_mode_check check (mode in ('private', 'vip')),
  constraint show_request_rate_check check (rate > 0),
  constraint show_request_state_check check (state in ('asked', 'accepted', 'declined', 'expired', 'withdrawn'))
);
create index show_request_model on live.show_request (model_id) where state = 'asked';
create unique index show_request_open on live.show_request (fan_id, model_id) where state = 'asked';

-- A node of the version before, which meters on while others are replaced, knows no steps.
create function live.forget_price_steps()
returns trigger
language plpgsql
as $function$
begin
  new.price_steps := null;
  return new;
end $function$;

create trigger forget_price_steps before update on live.participant for each row when (new.price_units is distinct from old.price_units and not new.price_steps is distinct from old.price_steps) execute function live.forget_price_steps();

create trigger on_air after insert on live.participant for each row when (new.role = 'promo') execute function catalog.follow_session();

comment on column live.participant.rate is 'Tokens a minute; null in a promo.';
comment on column live.participant.terms is 'Version of the terms that the fan agreed to.';
comment on column live.participant.key is 'The id of the intent of a spy; null for what a request led to.';
comment on column live.participant.model_name is 'The name of the model when the fan agreed to the show; null in shows from before that was kept, and once the model is erased.';
comment on column live.participant.rating is 'From 1 to 5; null while the fan has not rated it.';
comment on column live.participant.rate_since is 'Since when the rate stands; null: since the show began.';
comment on column live.participant.price_steps is 'The seconds charged at each rate, in their order; null where they are not known.';
