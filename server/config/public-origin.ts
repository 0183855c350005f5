/** Our host as a mail domain; a bare address has to stand in brackets (RFC 5321, 4.1.3). */
export function mailDomainOf(publicOrigin: string): string {
  const { hostname } = new URL(publicOrigin);
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}

/** The photos subdomain of the public host; on the machine itself, where names below `localhost` may lead nowhere, its address. */
export function photosOriginOf(publicOrigin: string): string {
  const url = new URL(publicOrigin);
  if (url.hostname === "localhost") {
    url.hostname = "127.0.0.1";
    return url.origin;
  }
  url.hostname = `photos.${url.hostname}`;
  return url.origin;
}
