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
 * Was a form sent by another site's page? Such a form carries that site's origin. The browser's own header counts
 * first, because no page can write it; over plain http browsers do not send it. Otherwise the origin is ours with the
 * host that was asked and the scheme under which the product is reached (of `publicOrigin`): a page of the same host
 * by another scheme may be anybody's on the way. `Origin: null` is nobody's.
 */
export function comesFromOtherSite({ host, headers }: Sent, publicOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-origin") return site === "cross-site";
  const { origin } = headers;
  if (typeof origin !== "string") return false;
  const asking = URL.parse(origin);
  return asking?.host !== host || asking.protocol !== new URL(publicOrigin).protocol;
}
