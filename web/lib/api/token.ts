type Claims = { exp: number };

/** The console's message about a token that is never sent. */
export const malformedToken = "Invalid JWT token format";

/** A JWT has three parts separated by dots; only such a token is ever sent. */
export function looksLikeToken(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => part !== "");
}

/**
 * Whether the token's own `exp` (seconds) has come. A token that cannot be read counts as expired.
 * Nothing is verified here: the server does that on every call.
 */
export function isExpired(token: string, now: Date): boolean {
  const expiresAt = readClaims(token)?.exp;
  return typeof expiresAt !== "number" || expiresAt * 1000 <= now.getTime();
}

function readClaims(token: string): Partial<Claims> | null {
  const payload = token.split(".")[1];
  if (!looksLikeToken(token) || payload === undefined) return null;
  try {
    return JSON.parse(decodeBase64Url(payload)) as Partial<Claims>;
  } catch {
    return null;
  }
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
