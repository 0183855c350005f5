-- What things are found by: the same as `searchKey` of contract/search-key.ts.
create function kit.search_key(written text) returns text language sql immutable parallel safe
  return replace(replace(replace(translate(lower(regexp_replace(normalize(
    translate(written, U&'\2018\2019\201a\201b\02b9\02bc\2032\00b4\0060\201c\201d\201e\00ab\00bb\2010\2011\2012\2013\2014\2015\2212',
      '''''''''''''''''''"""""-------'), nfkd),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060-\u2064\ufeff]',
    '', 'g')), 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
