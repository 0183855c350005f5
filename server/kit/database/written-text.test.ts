import { sql } from "kysely";
import { expect, test } from "vitest";
import { isBlank } from "#contract/written-text.ts";
import { programColumns } from "#testing/database/program-columns.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { readRows } from "./database.ts";

const database = fileDatabase();

type Column = { name: string; column: string; type: "text" | "text[]"; rules: string[] };

/** Every column of text of the product with those of its constraints that concern it alone and hold for every row. */
const columns = () =>
  readRows<Column>(
    database.owner,
    sql`
      select format('%s.%s.%s', namespace.nspname, relation.relname, field.attname) as name, field.attname as column,
        format_type(field.atttypid, null) as type,
        array(select pg_get_expr(rule.conbin, rule.conrelid) from pg_constraint as rule
              where rule.conrelid = relation.oid and rule.contype = 'c' and rule.convalidated
                and rule.conkey = array[field.attnum]) as rules
      from pg_class as relation join pg_namespace as namespace on namespace.oid = relation.relnamespace
        join pg_attribute as field on field.attrelid = relation.oid
      where relation.relkind in ('r', 'p') and field.attnum > 0 and not field.attisdropped
        and field.atttypid in ('text'::regtype, 'text[]'::regtype)
        and namespace.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
      order by 1`,
  );

/** Only certain values or a pattern are allowed, so that nothing blank is either. */
const isOfFixedForm = (rule: string) => /= ANY \(ARRAY\[|~ '\^/.test(rule);
const asksForSeen = (rule: string) => /kit\.(is|are)_written\(/.test(rule);

test("whoever writes a text, the database takes none of which nothing can be seen, in any column of the schema", async () => {
  const all = await columns();
  const ofPeople = all.filter(({ rules }) => rules.some(asksForSeen));
  expect(ofPeople.length).toBeGreaterThan(30);
  const open = all.filter(({ rules }) => !rules.some((rule) => asksForSeen(rule) || isOfFixedForm(rule)));
  expect(open.map(({ name }) => name)).toEqual(programColumns);

  const accepts = async ({ column, type, rules }: Column, text: string) => {
    const value = type === "text" ? sql`${text}::text` : sql`array['x', ${text}]`;
    const holds = sql.raw(rules.filter(asksForSeen).join(" and "));
    const rows = sql<{
      ok: boolean;
    }>`select ${holds} as ok from (select ${value} as ${sql.id(column)}) as row`;
    return (await readRows(database.owner, rows))[0]?.ok;
  };
  for (const field of ofPeople) {
    for (const blank of [" ", "\u200b", "\u2060\u00ad", "\ufe0f", "\u2800\u3164 ", "\u{e0041}\u{e007f}"])
      expect(await accepts(field, blank), `${field.name} ${escape(blank)}`).toBe(false);
    expect(await accepts(field, "\u200bñ"), field.name).toBe(true);
  }
});

test("of every character the database says, as pages and server do, whether it can be seen", async () => {
  const unseen = await readRows<{ code: number }>(
    database.owner,
    sql`select code from generate_series(1, ${0x10ffff}::int) as code
        where code not between ${0xd800}::int and ${0xdfff}::int and not kit.is_written(chr(code))`,
  );
  const expected = Array.from({ length: 0x10ffff }, (_, at) => at + 1).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && isBlank(String.fromCodePoint(code)),
  );
  expect(unseen.map(({ code }) => code).sort((a, b) => a - b)).toEqual(expected);
});

test("a message of a room and a page cannot be stored without words", async () => {
  const line = (body: string) =>
    sql`insert into live.line (model_id, author_name, author_role, kind, body, at)
        values (1, 'somebody', 'fan', 'text', ${body}, now())`.execute(database.owner);
  await expect(line("")).rejects.toThrow("text_says_something");
  await expect(line("\u200b")).rejects.toThrow("body_written");
  const [page] = await readRows<{ rule: string }>(
    database.owner,
    sql`select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = 'page_has_name'`,
  );
  const isFine = sql<{ ok: boolean }>`select ${sql.raw(page?.rule ?? "")} as ok
    from (values ('', null::timestamptz), ('', now()), ('Luna', null)) as row (artistic_name, closed_at)`;
  expect(await readRows(database.owner, isFine)).toEqual([{ ok: false }, { ok: true }, { ok: true }]);
});
