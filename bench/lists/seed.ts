import { sql } from "kysely";
import { type Database, openDatabase } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";

const itemsEach = 15;
/** One in a hundred is on air. */
const onAirEach = 100;

/**
 * Adds models until there are so many: six of ten women, each with pictures, a rank, a time when they were last here and
 * fifteen items, ten of them posts, and every hundredth on air. Names are drawn from syllables, so that a search finds
 * many, few or one of them.
 */
export async function seedModels(ownerUrl: string, models: number): Promise<void> {
  const db = openDatabase(ownerUrl, { log: silentLog, poolMax: 1, statementTimeoutMs: 0 });
  try {
    await addModels(db, models);
  } finally {
    await db.destroy();
  }
}

async function addModels(db: Database, models: number): Promise<void> {
  const [last] = (
    await sql<{ id: number }>`select coalesce(max(id), 1000) as id from catalog.model`.execute(db)
  ).rows;
  const from = (last?.id ?? 1000) + 1;
  const to = 1000 + models;
  if (from > to) return;
  await sql`
    insert into catalog.model (id, login, artistic_name, search_text, topic_en, topic_es, bio_en, bio_es, gender_id,
      birth_date, country, languages, tags, approved_at, earning_rank, rate_private, rate_vip, rate_spy, avatar, portrait, portrait_small, tall, thumbhash,
      listing, last_connection)
    select n, 'model' || n, name, lower(name) || ' model' || n, 'Evenings with ' || craft, 'Tardes de ' || craft,
      'I talk about ' || craft || ' and ' || to_hex(n * 40503 % 1048576) || repeat(', with coffee and music by the window', 6),
      'Hablo de ' || craft || repeat(', con café y música junto a la ventana', 6), 1 + (n % 10 > 5)::int + (n % 10 > 7)::int + (n % 10 > 8)::int,
      date '2007-01-01' - (n * 104729 % 14000)::int, (array['US','CO','ES','MX','FR','BR','JP','NO'])[1 + least(7, n % 40)],
      case when n % 3 = 0 then array['en','es'] when n % 200 = 1 then array['ga'] else array['en'] end,
      case when n % 400 = 0 then array['chess','calm'] when n % 4 = 0 then array['music','calm'] else array['talk'] end,
      timestamptz '2026-01-01' + (n * 15485863 % 28000000) * interval '1 second', n, 20 + (n * 31 % 90)::int, 120, 20, '/a', '/p', '/s', '/t', '', 'approved',
      case when n % 7 > 0 then timestamptz '2026-01-01' + (n * 7919 % 9000000) * interval '1 second' end
    from generate_series(${from}::bigint, ${to}::bigint) as n,
      lateral (select (array['Lu','Ma','Vi','Sa','No','Ki','Be'])[1 + n % 7] || (array['na','ra','la','mi','ve','to'])[1 + n / 7 % 6]
        || (array['ria','lena','sia','belle','nka'])[1 + n / 42 % 5] || ' ' || to_hex(n * 2654435761 % 4294967296) as name,
        case when n % 5000 = 0 then 'astronomía' when n % 11 = 0 then 'ajedrez' else 'cocina' end as craft) as named
  `.execute(db);
  await sql`
    insert into live.room (model_id, slug, stream_key, watchers, live_since)
    select n, 'model' || n, 'a stream key of the bench ' || n, case when n % ${onAirEach} = 0 then n * 31 % 500 else 0 end,
      case when n % ${onAirEach} = 0 then now() end
    from generate_series(${from}::bigint, ${to}::bigint) as n`.execute(db);
  await sql`
    with begun as (
      insert into live.session (model_id, mode, state, started_at)
      select n, 'public', 'live', now() from generate_series(${from}::bigint, ${to}::bigint) as n where n % ${onAirEach} = 0
      returning id, model_id)
    update live.room set session_id = begun.id from begun where begun.model_id = room.model_id`.execute(db);
  await sql`
    insert into content.item (kind, model_id, title, search_text, media_type, price, media_key, thumb_key, blurred_key,
      seconds, width, height, created_at)
    select case when i % 3 = 0 then 'video' else 'post' end, n, title, lower(title),
      case when i % 3 = 0 then 'video' else 'picture' end, 50, 'm', 't', 'b', case when i % 3 = 0 then 60 end, 640, 360,
      timestamptz '2026-01-01' + ((n * ${itemsEach} + i) * 6151 % 20000000) * interval '1 second'
    from generate_series(${from}::bigint, ${to}::bigint) as n, generate_series(1, ${itemsEach}) as i,
      lateral (select 'Evening ' || to_hex((n * ${itemsEach} + i) * 40503 % 1048576) || ' by the window' as title) as titled
  `.execute(db);
  await sql`vacuum analyze catalog.model`.execute(db);
  await sql`vacuum analyze content.item`.execute(db);
  await sql`analyze live.room`.execute(db);
  await sql`analyze live.session`.execute(db);
}
