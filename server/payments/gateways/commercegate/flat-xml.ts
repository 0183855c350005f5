const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/**
 * Reads a document of one level, `<root><name>text</name>…</root>`, as a record. Null for anything else: attributes,
 * nesting, a name twice, comments, CDATA, and above all a DTD are no part of it, so there is nothing to expand.
 */
export function readFlatXml(text: string, root: string): Record<string, string> | null {
  const document = text.replace(/^\uFEFF?\s*(<\?xml [^?>]*\?>)?\s*/, "").trimEnd();
  const [open, close] = [`<${root}>`, `</${root}>`];
  if (!document.startsWith(open) || !document.endsWith(close)) return null;
  const inner = document.slice(open.length, -close.length);
  const fields: Record<string, string> = Object.create(null);
  const field = /\s*<([A-Za-z][\w]{0,63})(?:\s*\/>|>([^<]*)<\/\1>)/y;
  let end = 0;
  for (let match = field.exec(inner); match; match = field.exec(inner)) {
    const [, name = "", value = ""] = match;
    if (name in fields) return null;
    fields[name] = decode(value);
    end = field.lastIndex;
  }
  return inner.slice(end).trim() === "" ? fields : null;
}

/** The five entities that XML itself knows, and characters by number; others stay as they are. */
function decode(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,6})|#x([0-9a-fA-F]{1,5}));/g,
    (all, name, decimal, hex) => {
      if (name) return entities[name] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
