-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.

create table kit.media_owner (
  singleton boolean default true not null,
  term bigint default 0 not null,
  node text,
  address text,
  lease_until timestamptz default '-infinity'::timestamptz not null,
  secret text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', '') not null,
  constraint media_owner_pkey primary key (singleton),
  constraint media_owner_singleton_check check (singleton),
  constraint media_owner_term_check check (term >= 0)
);
create trigger check_media_owner before update on kit.media_owner for each row execute function kit.check_media_owner();
-- The application may: select, insert, update.

create table kit.migration (
  name character varying(255) not null,
  timestamp character varying(255) not null,
  constraint migration_pkey primary key (name)
);
-- The application may: select, insert.

create table kit.migration_checksum (
  name text not null,
  checksum text not null,
  constraint migration_checksum_pkey primary key (name)
);
-- The application may: select, insert.

create table kit.migration_lock (
  id character varying(255) not null,
  is_locked integer default 0 not null,
  constraint migration_lock_pkey primary key (id)
);
-- The application may: select, insert.

create table kit.outbox (
  id bigint generated always as identity not null,
  stream text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz default now() not null,
  attempts integer default 0 not null,
  not_before timestamptz default '-infinity'::timestamptz not null,
  last_error text,
  delivered_at timestamptz,
  dead_at timestamptz,
  constraint outbox_pkey primary key (id)
);
create index outbox_delivered on kit.outbox (delivered_at) where delivered_at is not null;
create index outbox_waiting on kit.outbox (stream, id) where delivered_at is null and dead_at is null;
-- The application may: select, insert, delete, update.

create function kit.are_written(text[])
returns boolean
language sql
immutable parallel safe
return (select coalesce(bool_and(kit.is_written(one.one)), true) as "coalesce" from unnest($1) one(one));

create function kit.check_media_owner()
returns trigger
language plpgsql
as $function$
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
end $function$;

create function kit.is_written(text)
returns boolean
language plpgsql
immutable parallel safe
as $function$
begin
  return ($1 = '') or ($1 ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]');
end $function$;

create function kit.look_alike_key(name text)
returns text
language sql
immutable parallel safe
return kit.only_letters(kit.skeleton(kit.search_key(name)));

create function kit.look_alike_sight(name text)
returns text
language sql
immutable parallel safe
return kit.only_letters(kit.skeleton(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')));

create function kit.only_letters(written text)
returns text
language sql
immutable parallel safe
return coalesce(nullif(regexp_replace(written, '[^[:alnum:]]+', '', 'g'), ''), written);

create function kit.search_key(written text)
returns text
language sql
immutable parallel safe
return replace(replace(replace(translate(lower(regexp_replace(normalize(translate(written, '‘’‚‛ʹʼ′´`“”„«»‐‑‒–—―−', '''''''''''''''''''"""""-------'), nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')), 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

create function kit.skeleton(written text)
returns text
language sql
immutable parallel safe
return replace(lower(translate(written, '01I|ÐØøþĐđĦħıŁłŋŦŧƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƧƭƮƴƵƶƷƻƼƽƿǀǤǥȜȢȣȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɠɡɣɦɨɩɪɫɭɯɳɵɼɽʂʋʏʐʠͿΑΒΕΖΗΘΙΚΜΝΟΡΤΥΧαγηθινορσυϜϨϬϭϳϸϺЅІЈАБВЕЗКМНОРСТУХЬабгеорсухшѕіјћџѡѢѣѲѳѴѵѽҌҍғҘҚҞҢҪҫҬҮүҰұҲһҽҿӀӇӉӍӏӠӨөԁԌԛԜԝՍՏՕագզհղոռսցւքօוטןסاه١٥٧ٳھہە۱۵۷ۿ߀ߊ०३০৪৭੦੧੪૦૩ଠ୦୨௦౦೦ടഠ൦൭๐໐ငဝ၀ၚყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏮᏲᏳᏴᐯᑌᑭᑯᑲᑳᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷᚷᛁᛕᛖ០ᴄᴏᴑᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿⱧⱩⲂⲅⲎⲐⲑⲒⲓⲔⲘⲚⲜⲞⲟⲢⲣⲤⲥⲦⲨⲩⲬⲽⳄⳊⳋⳌⳎⳏⳐⳒⳓⳜⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙄꙇꚕꛟꛯꜱꝀꝊꝋꝚꝡꝪꝮꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐊂𐊆𐊇𐊊𐊐𐊒𐊕𐊖𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊲𐊴𐋏𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌚𐌠𐌢𐐄𐐕𐐛𐐠𐐬𐐽𐑈𐒴𐓂𐓎𐓒𐓪𐓶𐔓𐔖𐔘𐔜𐔝𐔥𐔦𐔧𑓅𑓐𑜆𑜊𑜎𑜏𑢠𑢢𑢣𑢤𑢦𑢩𑢬𑢮𑢯𑢲𑢵𑢸𑢻𑢼𑣀𑣁𑣂𑣃𑣄𑣆𑣈𑣊𑣌𑣕𑣖𑣗𑣘𑣜𑣠𑣥𑣦𑣩𑣬𑣯𑣲𖼈𖼊𖼖𖼨𖼵𖼺𖼻𖽀𖽂𖽃𞣇𞣋', 'OlllDOopDdHhiLlnTtbbbbDdgFfllklNnOpR2tTyZz325splGg388ZzcTUEeJjrYyabddggyhiiillwnorrsuyzqJABEZHOlKMNOPTYXaynOivopouF26ojpMSlJAbBE3KMHOPCTYXba6reopcyxwsijhuwbbOoVvwbbr3KKHCcTYyYyXheelHHMl3OodGqWwUSOwqqhnnnugifolvlololoVloooloVoOlo3o89o98o3Oo9ooOsoo9oocoocyoUODRTiYAJEWMHYOGhZU4bRWSVSLCPKdO6hGBVUPdbbJL2xHxRbFADDMBXlKMocoouvwzrfnrstziipugyfyHKBrHOoliKMN3OoPpCcTYyXw3993PpL666OVEOlOQXOBPdDTGKJCZFMNLSRVHWXYAElOU2ihV2sKOo2w39Ffu3JXBefoorruuyoirwozuvscoBEFlXOPSTABCFOMTYXHZBClMTX8lXOCLSocsROU7ouNOKCVFLXwovwwwVFLYEZ9E4LOU5TvsFiz7o3969ouyOZWCXWCVTLlRS3AUYl8')), 'rn', 'm');
