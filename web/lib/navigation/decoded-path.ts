/**
 * A path as routes are matched against it: `/%73ettings` is `/settings`. Each part is decoded once; one that cannot be
 * stays as it is.
 */
export function decodedPath(pathname: string): string {
  return pathname
    .split("/")
    .map((part) => decoded(part).replaceAll("/", "%2F"))
    .join("/");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
