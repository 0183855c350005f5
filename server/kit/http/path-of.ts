/**
 * The path that a request target names, as routes are found by: without the origin that it may name (RFC 9112, section
 * 3.2.2) and without its query, percent-decoded. One that cannot be decoded stays as it was written; it has no route.
 */
export function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
