/** A path of this site with its query and hash, or null: nobody is sent on to another site. */
export function sameSitePath(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith("/")) return null;
  const url = URL.parse(wanted, "http://here.invalid");
  if (url === null || url.origin !== "http://here.invalid") return null;
  // `/.//other.example` is of this site until it is written down without its dot.
  if (url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}
