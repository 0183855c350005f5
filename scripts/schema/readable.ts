/**
 * SQL as PostgreSQL prints it, in the words that people write: keywords in small letters, lists as `in (…)`, and no
 * casts of texts. Texts in quotes stay as they are.
 */
export function readable(text: string): string {
  return text
    .replaceAll(/'((?:[^']|'')*)'::text\b(?!\[)/g, "'$1'")
    .replaceAll(/ = ANY \(ARRAY\[([^[\]]*)\](?:::text\[\])?\)/g, " in ($1)")
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? inSmallLetters(part) : part))
    .join("");
}

function inSmallLetters(text: string): string {
  return text
    .replaceAll(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase())
    .replaceAll("timestamp with time zone", "timestamptz")
    .replaceAll(" using btree", "");
}

const lineLength = 120;

/** A function's definition with a readable head and its body as it was written; each argument stands on a line of its own where they are many. */
export function readableFunction(text: string): string {
  const body = text.search(/^(AS \$|BEGIN ATOMIC| RETURN )/m);
  const [first = "", ...rest] = text.slice(0, body).split("\n");
  const opened =
    first.length > lineLength ? first.replace("(", "(\n  ").replaceAll(/, (?=\w+ \w)/g, ",\n  ") : first;
  const head = [opened, ...rest.map((line) => line.trim())].join("\n");
  return readable(head).replace("create or replace", "create") + text.slice(body).replace(/^AS/, "as").trim();
}
