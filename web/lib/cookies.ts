/** Reads one cookie out of a `Cookie` header or `document.cookie`; null when it is absent. */
export function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return decode(pair.slice(at + 1).trim());
  }
  return null;
}

/** One `Set-Cookie` value (also accepted by `document.cookie`). Without `maxAgeSeconds` it lasts for the visit. */
export function cookieText(name: string, value: string, maxAgeSeconds?: number, secure = false): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
}

/** Writes a cookie of this page. Browser only. */
export function writeCookie(name: string, value: string, maxAgeSeconds?: number): void {
  document.cookie = cookieText(name, value, maxAgeSeconds, location.protocol === "https:");
}

/** Forgets a cookie of this page. Browser only. */
export function dropCookie(name: string): void {
  writeCookie(name, "", 0);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
