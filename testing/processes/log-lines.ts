/** The faults of a line of the log: it is no JSON, or has a key twice, which no longer shows once it is parsed. */
export function problemsOf(line: string): string[] {
  try {
    JSON.parse(line);
  } catch {
    return ["no JSON"];
  }
  return keysTwice(line).map((key) => `${key} twice`);
}

/** Keys that an object of this JSON text has more than once. */
function keysTwice(text: string): string[] {
  const open: Set<string>[] = [];
  const twice: string[] = [];
  for (const [token, , colon] of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (colon !== undefined) {
      const key = token.slice(0, -colon.length);
      if (open.at(-1)?.has(key)) twice.push(key);
      open.at(-1)?.add(key);
    }
  }
  return twice;
}
