import type { Relation, Schema } from "./read-schema.ts";
import { readable, readableFunction } from "./readable.ts";

const head =
  "-- What all migrations of this module make, to be read and not to be run. `npm run schema` writes it.";

/**
 * Prints the part of a schema that `isIn` answers true for, by names with their schema, as SQL: types and sequences, each
 * table with its constraints, indexes and triggers, views, and at last functions. Under a table stands what the
 * application may do to rows that are there; it may read every table and add rows to it.
 */
export function printSchema(schema: Schema, isIn: (name: string) => boolean): string {
  const texts = ({ name, text }: { name: string; text: string }) => (isIn(name) ? [text] : []);
  const relations = schema.relations.filter(({ name }) => isIn(name));
  return [
    head,
    ...schema.types.flatMap(texts),
    ...schema.sequences.flatMap(texts),
    ...relations.map((relation) => (relation.kind === "view" ? printView(relation) : printTable(relation))),
    ...schema.functions.flatMap(texts).map(readableFunction),
  ]
    .join("\n\n")
    .concat("\n");
}

function printTable(table: Relation): string {
  const { name, unlogged, storage, columns, constraints, indexes, triggers, changes } = table;
  return [
    `create ${unlogged ? "unlogged " : ""}table ${name} (`,
    [...columns.map(printColumn), ...constraints.map((line) => `  ${readable(line)}`)].join(",\n"),
    `)${storage ? ` with (${storage})` : ""};`,
    ...[...indexes, ...triggers].map((statement) => `${readable(statement)};`),
    `-- The application may: ${["select", "insert", ...changes].join(", ")}.`,
  ].join("\n");
}

function printColumn(column: string): string {
  const [definition = "", ...meaning] = column.split("\n").reverse();
  return [...meaning, readable(definition)].map((line) => `  ${line}`).join("\n");
}

function printView({ name, query, triggers }: Relation): string {
  return readable(
    [`create view ${name} as\n${query}`, ...triggers.map((trigger) => `${trigger};`)].join("\n"),
  );
}
