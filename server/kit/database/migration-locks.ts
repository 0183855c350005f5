import type { MigrationFile } from "./migration-files.ts";

/** What the tables of others have to bear while a migration, and all that run with it, are under way. */
export type MigrationLocks = {
  migration: string;
  /** Tables that nobody reads or writes meanwhile (ACCESS EXCLUSIVE). */
  closed: string[];
  /** Tables that nobody writes meanwhile (SHARE, SHARE ROW EXCLUSIVE). */
  readOnly: string[];
  /** Tables of whose rows it changes some: those stay locked. */
  changed: string[];
  /** Beginnings of statements whose locks cannot be told from their text. */
  unknown: string[];
};

type Kind = "closed" | "readOnly" | "changed";

/**
 * Statements by their beginning, in small letters, and what they lock (PostgreSQL's manual: "Explicit Locking", and each
 * command's page). The group `table` names the table or tables.
 */
const locking: readonly [RegExp, Kind][] = [
  [
    /^alter table (if exists )?(only )?(?<table>\S+) add (constraint \S+ )?foreign key ?\([^)]*\) references [^,]*(\([^)]*\)[^,]*)?$/,
    "readOnly",
  ],
  [/^alter table (if exists )?(only )?(?<table>\S+) (en|dis)able trigger \S+$/, "readOnly"],
  [/^alter table (if exists )?(only )?(?<table>\S+)/, "closed"],
  [/^drop trigger (if exists )?\S+ on (?<table>\S+)/, "closed"],
  [/^drop (table|view) (if exists )?(?<table>.+?)( cascade| restrict)?$/, "closed"],
  [/^create policy .+? on (?<table>\S+)/, "closed"],
  [
    /^truncate (table )?(only )?(?<table>.+?)( restart identity| continue identity)?( cascade| restrict)?$/,
    "closed",
  ],
  [/^create (or replace )?(constraint )?trigger .+? on (?<table>\S+)/, "readOnly"],
  [/^create (unique )?index (if not exists )?\S+ on (only )?(?<table>[^\s(]+)/, "readOnly"],
  [/^(insert into|update|delete from) (only )?(?<table>[^\s(]+)/, "changed"],
];

/** Statements that keep nobody from a table that was there before. */
const harmless =
  /^(create (or replace )?(table|function|view|schema|type|domain|sequence|extension|aggregate)|comment on|grant|revoke|alter (function|sequence|default privileges)|drop function|set|reset)\b/;

/** What a statement locks beyond the tables that it names. */
const reachesFurther = /^alter table .* drop (constraint|column)|^drop (table|view)|\bcascade$/;

const rank: Record<Kind, number> = { closed: 2, readOnly: 1, changed: 0 };

/** What migrations that run together lock of the tables that are there before, in their order. */
export function locksOf(files: readonly MigrationFile[]): MigrationLocks[] {
  const made = new Set<string>();
  return files.map(({ name, sql }) => {
    const found = new Map<string, Kind>();
    const unknown: string[] = [];
    const note = (table: string, kind: Kind) => {
      const known = found.get(table);
      if (!made.has(table) && (!known || rank[kind] > rank[known])) found.set(table, kind);
    };
    for (const statement of statementsOf(sql)) {
      const created = /^create (?:unlogged )?table (?:if not exists )?([^\s(]+)/.exec(statement)?.[1];
      if (created) made.add(created);
      const isTable = created !== undefined || statement.startsWith("alter table ");
      // A reference gets triggers on both of its ends.
      for (const [, table = ""] of isTable ? statement.matchAll(/\breferences ([^\s(,]+)/g) : [])
        note(table, "readOnly");
      const kind = locking.find(([beginning]) => beginning.test(statement));
      const tables = kind?.[0].exec(statement)?.groups?.table?.split(", ") ?? [];
      for (const table of tables) if (kind) note(table, kind[1]);
      const isOpen = !kind && !created && !harmless.test(statement);
      if (isOpen || (reachesFurther.test(statement) && !tables.every((table) => made.has(table))))
        unknown.push(statement.slice(0, 80));
    }
    const of = (kind: Kind) => [...found].flatMap(([table, its]) => (its === kind ? [table] : []));
    return {
      migration: name,
      closed: of("closed"),
      readOnly: of("readOnly"),
      changed: of("changed"),
      unknown,
    };
  });
}

/** Comments, texts in quotes, bodies of functions between dollars, and what separates statements. */
const tokens = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|(\$\w*\$).*?\1|;|\s+/gs;

/** The statements of a file in small letters, each on one line, without comments and without what stands in quotes. */
export function statementsOf(sql: string): string[] {
  const plain = sql.replaceAll(tokens, (token) => {
    if (token === ";") return "\0";
    return token.startsWith("'") || token.startsWith("$") ? "''" : " ";
  });
  return plain
    .split("\0")
    .map((statement) => statement.replaceAll(/ +/g, " ").trim().toLowerCase())
    .filter((statement) => statement !== "");
}
