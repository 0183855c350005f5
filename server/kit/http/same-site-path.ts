/** A path of this site with its query and hash, or null: nobody is sent on to another site. */
export function sameSitePath(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith("/")) return null;
  const url = URL.parse(wanted, "http://here.invalid");
  if (url === null || url.origin !== "http://here.invalid") return null;
  // `/.//other.example` is of this site until it is written down without its dot.
  if (url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

type Sent = { host: string; headers: Record<string, string | string[] | undefined> };

/**
 * Was a form sent by another site's page? Such a one carries that site's origin. A page that sends no `Referer` sends
 * `Origin: null` with its own forms too; what its browser sends then counts, which no page can write.
 */
export function comesFromOtherSite({ host, headers }: Sent): boolean {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-origin") return site === "cross-site";
  const { origin } = headers;
  return typeof origin === "string" && URL.parse(origin)?.host !== host;
}
