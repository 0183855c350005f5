import { sql } from "kysely";
import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { prepareRead } from "./prepare-read.ts";

const database = fileDatabase();

type Asked = { first: number; several: readonly number[]; word: string | null };

test("a statement that is built once answers each call by its own values, side by side too", async () => {
  let built = 0;
  const read = prepareRead((_reader, { first, several, word }: Asked) => {
    built++;
    return sql<Asked & { again: number; constant: string }>`
      select ${first}::int as first, ${several}::bigint[] as several, ${word}::text as word, ${first}::int as again,
        ${sql.lit("constant")}::text as constant`;
  });
  const asked: Asked[] = Array.from({ length: 40 }, (_, n) => ({
    first: n,
    several: Array.from({ length: n % 3 }, (_, of) => n * 100 + of),
    word: n % 2 === 0 ? null : `word ${n}`,
  }));
  const answers = await Promise.all(asked.map((values) => read(database.db, values)));
  expect(answers).toEqual(asked.map((values) => [{ ...values, again: values.first, constant: "constant" }]));
  expect(built).toBe(1);
});

test("a statement may only read, and cannot be built by what its values are", async () => {
  const refused = (build: Parameters<typeof prepareRead<Asked, unknown>>[0]) =>
    expect(prepareRead(build)(database.db, { first: 1, several: [1], word: null })).rejects;
  await refused(() => sql`delete from kit.outbox`).toThrow(/only select/);
  await refused((_reader, { first }) => sql`select ${first}::int, ${"constant"}::text`).toThrow(
    /is a literal/,
  );
  await refused((_reader, { several }) => sql`select ${sql.join([...several])}`).toThrow(TypeError);
  await refused((_reader, { first }) => sql`select 1 limit ${sql.lit(first * 20)}`).toThrow(/has no value/);
  await refused((_reader, { first }) => (first > 1 ? sql`select 1` : sql`select 2`)).toThrow(/has no value/);
});
