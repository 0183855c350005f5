import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp();
/** More than one part has. */
const gathered = 10_600;

const trims = {
  lines: () => app.modules.rooms.chat.trim(),
  answers: () => app.modules.shows.trimAnswers(),
  sessions: () => app.modules.identity.trimSessions(),
  watched: () => app.modules.catalog.watched.trim(),
};

type Case = { table: string; columns: string; values: string; by: keyof typeof trims; kept: number };

/** The rows that gather: `n` counts them, `someone` is a model's id. */
const cases: Case[] = [
  {
    table: "live.line",
    columns: "model_id, author_name, author_role, kind, body, at",
    values: "someone, 'a', 'system', 'system', '', now()",
    by: "lines",
    kept: 501,
  },
  {
    table: "live.moderation",
    columns: "model_id, action, minutes, at",
    values: "someone, 'mute', 5, now()",
    by: "lines",
    kept: 501,
  },
  {
    table: "live.mute",
    columns: "model_id, fan_id, muted_until",
    values: "someone, n, now() - interval '1 day'",
    by: "lines",
    kept: 0,
  },
  {
    table: "live.show_answer",
    columns: "fan_id, key, answer, at",
    values: "n, 'k', 'a', now() - interval '3 days'",
    by: "answers",
    kept: 0,
  },
  {
    table: "accounts.session",
    columns: "token_id, account_id, issued_at, expires_at, last_used_at",
    values:
      "gen_random_uuid(), someone, now() - interval '50 days', now() - interval '40 days', now() - interval '50 days'",
    by: "sessions",
    kept: 0,
  },
  {
    table: "accounts.known_client",
    columns: "account_id, client, first_seen_at, last_seen_at",
    values: "someone, 'device:' || n, now() - interval '500 days', now() - interval '500 days'",
    by: "sessions",
    kept: 0,
  },
  {
    table: "catalog.watched",
    columns: "fan_id, model_id, watched_at",
    values: "n, someone, now() - interval '31 days'",
    by: "watched",
    kept: 0,
  },
];

let someone = 0;
beforeAll(async () => {
  someone = (await app.model()).id;
  await sql`
    insert into live.room (model_id, slug, stream_key) values (${someone}, 'parts', repeat('k', 30))
    on conflict do nothing`.execute(app.owner);
  await sql`
    create function kit.refuse_many() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 10000 then raise exception 'too many rows at once'; end if;
      return null;
    end $$`.execute(app.owner);
  await sql`
    create function kit.refuse_all() returns trigger language plpgsql as $$
    begin raise exception 'no row may go'; end $$`.execute(app.owner);
});

const count = async (table: string) =>
  (await readRows(app.owner, sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`))[0]
    ?.count;

async function gather({ table, columns, values }: Case, rows: number): Promise<void> {
  await sql`truncate ${sql.table(table)} cascade`.execute(app.owner);
  await sql`
    insert into ${sql.table(table)} (${sql.raw(columns)})
    select ${sql.raw(values)} from generate_series(1, ${sql.lit(rows)}) as n,
      lateral (select ${sql.lit(someone)}::bigint as someone) as one`.execute(app.owner);
}

test.each(cases)("$table is trimmed in parts, however many rows have gathered", async (one) => {
  const table = sql.table(one.table);
  await gather(one, gathered);
  await sql`
    create trigger refuse_many after delete on ${table} referencing old table as gone
    for each statement execute function kit.refuse_many()`.execute(app.owner);
  await trims[one.by]();
  expect(await count(one.table)).toBe(one.kept);
  await sql`drop trigger refuse_many on ${table}`.execute(app.owner);
});

test("a trim of the rooms that fails is reported, and keeps none of the others", async () => {
  const [lines, ...others] = cases.filter(({ by }) => by === "lines");
  for (const one of lines ? [lines, ...others] : []) await gather(one, 510);
  await sql`
    create trigger refuse_all before delete on live.line
    for each row execute function kit.refuse_all()`.execute(app.owner);
  await expect(trims.lines()).rejects.toThrow("no row may go");
  expect(await count("live.line")).toBe(510);
  for (const { table, kept } of others) expect(await count(table), table).toBe(kept);
});
