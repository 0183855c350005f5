import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type Database, openDatabase, readPlanned, readRows } from "./database.ts";
import { silentLog } from "./log.ts";
import { plannedEachTime, statementNames } from "./statement-names.ts";
import { inTransaction } from "./transaction.ts";

const database = fileDatabase();

/** The texts that the connection has prepared, of those that hold `word`. */
async function prepared(db: Database, word: string): Promise<{ statement: string; generic_plans: number }[]> {
  const known = sql<{ statement: string; generic_plans: number }>`
    select statement, generic_plans::int as generic_plans from pg_prepared_statements
    where statement like ${`%${word}%`} and statement not like '%pg_prepared_statements%' order by prepare_time`;
  return readRows(db, known);
}

const oneConnection = (namesStatements = true) =>
  openDatabase(database.url, { log: silentLog, poolMax: 1, namesStatements });

test("a statement that comes again is parsed once and planned once, whatever its values and lists are", async () => {
  const db = oneConnection();
  type Tables = { "kit.outbox": { id: number; stream: string } };
  const read = (ids: number[], streams: string[]) =>
    db
      .$extendTables<Tables>()
      .selectFrom("kit.outbox")
      .select("id")
      .where("id", "in", ids)
      .where("stream", "not in", streams)
      .execute();
  for (let n = 0; n < 9; n++)
    await read(
      Array.from({ length: n }, (_, id) => id),
      ["one", "two"].slice(n % 3),
    );
  const [once, ...more] = await prepared(db, "kit");
  expect(more).toEqual([]);
  expect(once?.statement).toContain('"id" = any ($1) and "stream" <> all ($2)');
  expect(once?.generic_plans).toBeGreaterThan(0);
  await db.destroy();
});

test("lists of values find what they did as lists, an empty one finds nothing", async () => {
  type Tables = { pg_am: { amname: string } };
  const methods = (operator: "in" | "not in", names: string[]) =>
    database.db
      .$extendTables<Tables>()
      .selectFrom("pg_am")
      .select("amname")
      .where("amname", operator, names)
      .execute();
  expect(
    (await methods("in", ["btree", "hash", "none such"])).map(({ amname }) => amname).toSorted(),
  ).toEqual(["btree", "hash"]);
  expect(await methods("in", [])).toEqual([]);
  const all = await methods("not in", []);
  expect(await methods("not in", ["btree"])).toHaveLength(all.length - 1);
});

test("what is planned for its values, several statements in one text, and a pooler's setting leave no name", async () => {
  const db = oneConnection();
  const counted = sql<{ n: number }>`select ${3}::int as n /* counted */`;
  for (let n = 0; n < 3; n++) {
    expect(await readPlanned(db, counted)).toEqual([{ n: 3 }]);
    await sql.raw("select 1 as counted; select 2 as counted").execute(db);
  }
  expect(await prepared(db, "counted")).toEqual([]);
  await db.destroy();
  const unnamed = oneConnection(false);
  for (let n = 0; n < 3; n++) expect(await readRows(unnamed, counted)).toEqual([{ n: 3 }]);
  expect(await prepared(unnamed, "counted")).toEqual([]);
  await unnamed.destroy();
});

test("a connection keeps so many statements, and the server forgets the one whose use is the longest ago", async () => {
  const names = statementNames(2);
  const nameOf = (text: string) => names.nameOf(text, [1]) ?? names.nameOf(text, [1]);
  const [first, second] = [nameOf("select $1 as a"), nameOf("select $1 as b")];
  expect(nameOf("select $1 as a")).toEqual({ name: first?.name });
  expect(nameOf("select $1 as c")).toMatchObject({ closed: second?.name });
  expect(names.nameOf("select $1 as b", [1])?.name).not.toBe(second?.name);
  expect(names.nameOf(plannedEachTime("select $1 as a"), [1])).toBeUndefined();

  const db = oneConnection();
  const ask = (n: number) => sql`select ${n}::int as n, ${sql.lit(n)}::int as many_texts`.execute(db);
  for (let n = 0; n < 300; n++) {
    await ask(n);
    expect((await ask(n)).rows).toEqual([{ n, many_texts: n }]);
  }
  const kept = await prepared(db, "many_texts");
  expect(kept.length).toBeLessThanOrEqual(200);
  expect(kept.at(-1)?.statement).toContain("299::int as many_texts");
  expect((await ask(0)).rows).toEqual([{ n: 0, many_texts: 0 }]);
  await db.destroy();
});

test("a column that a newer version adds fails neither a statement nor a transaction that asks for all of them", async () => {
  const db = openDatabase(database.ownerUrl, { log: silentLog, poolMax: 1 });
  await sql`create table grows (id int)`.execute(db);
  await sql`insert into grows values (1)`.execute(db);
  const all = (reader: Parameters<typeof readRows>[0]) =>
    readRows(reader, sql`select * from grows where id = ${1}`);
  for (let n = 0; n < 3; n++) expect(await all(db)).toEqual([{ id: 1 }]);
  await sql`alter table grows add column size int default 7`.execute(database.owner);
  expect(await all(db)).toEqual([{ id: 1, size: 7 }]);
  expect(await all(db)).toEqual([{ id: 1, size: 7 }]);
  await sql`alter table grows add column colour text`.execute(database.owner);
  let runs = 0;
  const grown = await inTransaction(db, (tx) => {
    runs++;
    return all(tx);
  });
  expect(grown).toEqual([{ id: 1, size: 7, colour: null }]);
  expect(runs).toBe(2);
  await db.destroy();
});

test("a statement that fails, wherever it does, can be sent again", async () => {
  const db = oneConnection();
  const half = (n: number) => sql<{ half: number }>`select 10 / ${n}::int as half_of_it`.execute(db);
  const wrong = () => sql`select ${1}::int from no_such_table_of_any_kind`.execute(db);
  for (let n = 0; n < 3; n++) {
    await expect(half(0)).rejects.toThrow(/division by zero/);
    expect((await half(5)).rows).toEqual([{ half_of_it: 2 }]);
    await expect(wrong()).rejects.toThrow(/does not exist/);
    const failed = inTransaction(db, async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
      await sql`select ${2}::int as after_a_failure`.execute(tx);
    });
    await expect(failed).rejects.toThrow(/aborted/);
    expect((await sql`select ${2}::int as after_a_failure`.execute(db)).rows).toHaveLength(1);
  }
  await db.destroy();
});
