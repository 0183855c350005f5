import { CompiledQuery } from "kysely";

/** The texts that are prepared, with the names they have on each connection. */
const names = new Map<string, string>();
const namesMax = 200;

/**
 * A statement that the server parses and plans once for each connection instead of each time (measured: a seventh more
 * tips a second). For the few hottest texts, which must be constants: every different text stays for ever.
 */
export function preparedQuery<Row>(text: string, parameters: readonly unknown[]): CompiledQuery<Row> {
  if (!names.has(text)) {
    if (names.size >= namesMax) throw new Error("too many prepared statements: is a text not constant?");
    names.set(text, `fanlight_${names.size}`);
  }
  return CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>;
}

/** The name under which a connection sends a text, undefined for one that is not prepared. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}
