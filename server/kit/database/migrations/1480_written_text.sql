-- Is this text empty, or can something of it be seen? The same as `written` of contract/written-text.ts leaves: no spaces,
-- controls and ignorable characters alone.
create function kit.is_written(text) returns boolean language sql immutable parallel safe
  return $1 = '' or $1 ~ ('[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
    '\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f'
    '\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]');

create function kit.are_written(text[]) returns boolean language sql immutable parallel safe
  return (select coalesce(bool_and(kit.is_written(one)), true) from unnest($1) as one);

-- Lets a column take no text of which nothing can be seen, once the migrations of 1481 have called it for theirs. What was
-- stored before is mended: such a text becomes empty, or an ellipsis where an empty one is not allowed. Nothing that
-- anybody could read is lost by it, so rows that are final otherwise are mended too.
create function kit.keep_written(target regclass, col name, stand_in text) returns void language plpgsql as $$
begin
  execute format('alter table %s disable trigger user', target);
  execute format('update %s set %I = %L where not kit.is_written(%2$I)', target, col, stand_in);
  execute format('alter table %s enable trigger user', target);
  execute format('alter table %s add constraint %I check (kit.is_written(%I))', target, col || '_written', col);
end $$;
