import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { silentLog } from "#server/kit/database/log.ts";
import { migrate } from "#server/kit/database/migrate.ts";
import { readMigrationFiles } from "#server/kit/database/migration-files.ts";
import { emptyDatabase } from "#testing/database/test-database.ts";

const later = [
  "0613_sessions",
  "0614_stream_view",
  "0615_show_requests",
  "0616_show_terms",
  "0640_end_at_limit",
  "0880_lists",
  "1020_on_air",
  "1300_model_of_show",
  "1340_live_pictures",
  "1380_free_look",
  "1381_pause_note",
  "1391_failed_shows",
  "1398_watchers_of_the_room",
  "1399_show_ratings",
  "1401_online_first",
  "1450_price_steps",
  "1471_models_found_by_key",
  "1475_names_of_models",
];
const pictures = sql`'/a', '/b', '/c', '/d'`;

test("R-OPEN-81, R-LIVE-17: shows, streams and what was written in them are the same after an upgrade to sessions", async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const db = database.owner;
  const files = readMigrationFiles();
  await migrate(db, { log: silentLog, files: files.filter(({ name }) => !later.includes(name)) });
  // 1 is away, 2 live in public, 3 paused, 4 in a promo with fan 9, 5 had one that has ended.
  await sql`
    insert into catalog.model (id, login, artistic_name, search_text, gender_id, birth_date, country, earning_rank,
      rate_private, rate_vip, rate_spy, avatar, portrait, portrait_small, tall)
    select id, 'model' || id, 'Model', 'model', 1, '1990-01-01', 'US', 1, 60, 90, 20, ${pictures}
    from generate_series(1, 5) as id`.execute(db);
  await sql`
    insert into catalog.stream (model_id, status, type, watchers, began_at, fan_id, broadcast_at, ended_at) values
      (1, 'stopped', 'public', 0, null, null, now() - interval '1 day', now() - interval '1 hour'),
      (2, 'began', 'public', 12, now(), null, now(), null), (3, 'paused', 'public', 3, now(), null, now(), null),
      (4, 'began', 'promo', 0, now(), 9, now(), null), (5, 'began', 'public', 1, now(), null, now(), null)`.execute(
    db,
  );
  await sql`
    insert into live.room (model_id, slug, stream_key, live_since)
    select id, 'model' || id, repeat('k', 24) || id, case when id > 1 then now() end from generate_series(1, 5) as id`.execute(
    db,
  );
  await sql`
    insert into shows.promo_link (model_id, client_id, email, nonce, token_hash, duration_s, used_s, fan_id, created_at, expires_at)
    select id, gen_random_uuid(), 'a@b.c', '\\x01', decode(lpad(id::text, 2, '0'), 'hex'), 60, 5, 9, now(), now() + interval '1 day'
    from generate_series(4, 5) as id`.execute(db);
  await sql`
    insert into shows.show (model_id, fan_id, type, promo_link_id, limit_s, served_ms, started_at, keeper, lease_until,
      ended_at, end_reason) values
      (5, 9, 'promo', 2, 60, 5000, now() - interval '1 hour', gen_random_uuid(), now(), now(), 'fan_left'),
      (4, 9, 'promo', 1, 60, 5000, now(), gen_random_uuid(), now(), null, null)`.execute(db);
  await sql`update live.room set show_id = 2, show_fan_id = 9, show_type = 'promo' where model_id = 4`.execute(
    db,
  );
  await sql`
    insert into live.line (model_id, author_name, author_role, kind, body, show_id, at)
    values (4, 'fan', 'fan', 'text', 'only us', 2, now())`.execute(db);
  const streams = sql<Record<string, unknown>>`
    select model_id::int, status, type, watchers, fan_id::int, broadcast_at, ended_at from catalog.stream order by 1`;
  const before = await readRows(db, streams);

  await migrate(db, { log: silentLog });
  expect(await readRows(db, streams), "cards show what they did").toEqual(before);
  const shows = sql<Record<string, unknown>>`
    select participant.id::int, fan_id::int, role, mode, state, served_ms::int, participant.ended_at is null as open,
      room.session_id = session.id as current
    from live.participant join live.session on session.id = session_id
      join live.room on room.model_id = participant.model_id
    order by 1`;
  expect(await readRows(db, shows)).toEqual([
    {
      id: 1,
      fan_id: 9,
      role: "promo",
      mode: "promo",
      state: "ended",
      served_ms: 5000,
      open: false,
      current: false,
    },
    {
      id: 2,
      fan_id: 9,
      role: "promo",
      mode: "promo",
      state: "live",
      served_ms: 5000,
      open: true,
      current: true,
    },
  ]);
  const ofMessages = sql<{ mode: string }>`
    select mode from live.line join live.session on session.id = line.show_id`;
  expect(await readRows(db, ofMessages)).toEqual([{ mode: "promo" }]);
  const open = sql<{ model_id: number; mode: string }>`
    select model_id::int, mode from live.session where state <> 'ended' order by 1`;
  expect((await readRows(db, open)).map(({ model_id, mode }) => `${model_id} ${mode}`)).toEqual([
    "2 public",
    "3 public",
    "4 promo",
    "5 public",
  ]);
});
