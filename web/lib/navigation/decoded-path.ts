/** A path as routes are matched against it: `/%73ettings` is `/settings`. One that cannot be decoded stays as it is. */
export function decodedPath(pathname: string): string {
  try {
    // Slashes within a part stay escaped, or it would become two.
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
