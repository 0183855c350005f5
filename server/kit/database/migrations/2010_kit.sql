-- Is this text empty, or can something of it be seen? The same as `written` of contract/written-text.ts leaves: no spaces,
-- controls and ignorable characters alone.
create function kit.is_written(text)
returns boolean
language sql
immutable parallel safe
return (($1 = '') or ($1 ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'));

create function kit.are_written(text[])
returns boolean
language sql
immutable parallel safe
return (select coalesce(bool_and(kit.is_written(one.one)), true) as "coalesce" from unnest($1) one(one));

create function kit.only_letters(written text)
returns text
language sql
immutable parallel safe
return coalesce(nullif(regexp_replace(written, '[^[:alnum:]]+', '', 'g'), ''), written);

-- Letters and digits that look like another: the prototypes of confusables.txt of Unicode Technical Standard 39, version
-- 17.0.0 (2025-07-22), as far as they are one letter or digit of ASCII without its marks; what compatibility decomposition
-- makes of itself is left out. `m` looks like `rn`.
create function kit.skeleton(written text)
returns text
language sql
immutable parallel safe
return replace(lower(translate(written, '01I|ÐØøþĐđĦħıŁłŋŦŧƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƧƭƮƴƵƶƷƻƼƽƿǀǤǥȜȢȣȤȥȼȾɄɆɇɈɉɍɎɏɑɓɖɗɠɡɣɦɨɩɪɫɭɯɳɵɼɽʂʋʏʐʠͿΑΒΕΖΗΘΙΚΜΝΟΡΤΥΧαγηθινορσυϜϨϬϭϳϸϺЅІЈАБВЕЗКМНОРСТУХЬабгеорсухшѕіјћџѡѢѣѲѳѴѵѽҌҍғҘҚҞҢҪҫҬҮүҰұҲһҽҿӀӇӉӍӏӠӨөԁԌԛԜԝՍՏՕագզհղոռսցւքօוטןסاه١٥٧ٳھہە۱۵۷ۿ߀ߊ०३০৪৭੦੧੪૦૩ଠ୦୨௦౦೦ടഠ൦൭๐໐ငဝ၀ၚყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂᏃᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏮᏲᏳᏴᐯᑌᑭᑯᑲᑳᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷᚷᛁᛕᛖ០ᴄᴏᴑᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿⱧⱩⲂⲅⲎⲐⲑⲒⲓⲔⲘⲚⲜⲞⲟⲢⲣⲤⲥⲦⲨⲩⲬⲽⳄⳊⳋⳌⳎⳏⳐⳒⳓⳜⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙄꙇꚕꛟꛯꜱꝀꝊꝋꝚꝡꝪꝮꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ𐊂𐊆𐊇𐊊𐊐𐊒𐊕𐊖𐊗𐊠𐊡𐊢𐊥𐊫𐊰𐊱𐊲𐊴𐋏𐋵𐌁𐌂𐌉𐌑𐌕𐌗𐌚𐌠𐌢𐐄𐐕𐐛𐐠𐐬𐐽𐑈𐒴𐓂𐓎𐓒𐓪𐓶𐔓𐔖𐔘𐔜𐔝𐔥𐔦𐔧𑓅𑓐𑜆𑜊𑜎𑜏𑢠𑢢𑢣𑢤𑢦𑢩𑢬𑢮𑢯𑢲𑢵𑢸𑢻𑢼𑣀𑣁𑣂𑣃𑣄𑣆𑣈𑣊𑣌𑣕𑣖𑣗𑣘𑣜𑣠𑣥𑣦𑣩𑣬𑣯𑣲𖼈𖼊𖼖𖼨𖼵𖼺𖼻𖽀𖽂𖽃𞣇𞣋', 'OlllDOopDdHhiLlnTtbbbbDdgFfllklNnOpR2tTyZz325splGg388ZzcTUEeJjrYyabddggyhiiillwnorrsuyzqJABEZHOlKMNOPTYXaynOivopouF26ojpMSlJAbBE3KMHOPCTYXba6reopcyxwsijhuwbbOoVvwbbr3KKHCcTYyYyXheelHHMl3OodGqWwUSOwqqhnnnugifolvlololoVloooloVoOlo3o89o98o3Oo9ooOsoo9oocoocyoUODRTiYAJEWMHYOGhZU4bRWSVSLCPKdO6hGBVUPdbbJL2xHxRbFADDMBXlKMocoouvwzrfnrstziipugyfyHKBrHOoliKMN3OoPpCcTYyXw3993PpL666OVEOlOQXOBPdDTGKJCZFMNLSRVHWXYAElOU2ihV2sKOo2w39Ffu3JXBefoorruuyoirwozuvscoBEFlXOPSTABCFOMTYXHZBClMTX8lXOCLSocsROU7ouNOKCVFLXwovwwwVFLYEZ9E4LOU5TvsFiz7o3969ouyOZWCXWCVTLlRS3AUYl8')), 'rn', 'm');

-- What things are found by: the same as `searchKey` of contract/search-key.ts.
create function kit.search_key(written text)
returns text
language sql
immutable parallel safe
return replace(replace(replace(translate(lower(regexp_replace(normalize(translate(written, '‘’‚‛ʹʼ′´`“”„«»‐‑‒–—―−', '''''''''''''''''''"""""-------'), nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')), 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- By what two names are taken for one another: folded as what is searched, then by what each letter looks like; spaces and
-- signs do not count where there are letters.
create function kit.look_alike_key(name text)
returns text
language sql
immutable parallel safe
return kit.only_letters(kit.skeleton(kit.search_key(name)));

-- The same with capitals as they look: the I of `Iuna` looks like an l.
create function kit.look_alike_sight(name text)
returns text
language sql
immutable parallel safe
return kit.only_letters(kit.skeleton(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g')));

-- The one node of an installation that owns the media, and with them every meter. Each takeover has the next number, its
-- term; what an earlier owner still has under way names its own and is refused.
create table kit.media_owner (
  singleton boolean default true not null,
  term bigint default 0 not null,
  node text,
  -- Where the other nodes reach the owner.
  address text,
  lease_until timestamptz default '-infinity'::timestamptz not null,
  -- By what the nodes know each other: 244 bits of chance.
  secret text default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', '') not null,
  constraint media_owner_pkey primary key (singleton),
  constraint media_owner_singleton_check check (singleton),
  constraint media_owner_term_check check (term >= 0)
);

-- Facts that one module tells the others. A row is written in the transaction that makes it true and is handed over,
-- at least once and in order within its stream, after that transaction has committed.
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

create trigger check_media_owner before update on kit.media_owner for each row execute function kit.check_media_owner();

insert into kit.media_owner (singleton) values
  ('true');
