/** The method of a contract key, for example `GET` of `GET /api/gender`. */
export function methodOf(endpoint: string): string {
  return endpoint.slice(0, endpoint.indexOf(" "));
}

/** Fills `{name}` places of a contract key's path and appends the query; undefined values are left out. */
export function buildPath(
  endpoint: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const template = endpoint.slice(endpoint.indexOf(" ") + 1);
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}
