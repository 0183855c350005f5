import { readCookie } from "#server/kit/http/call.ts";

const name = "twitter_start";
const path = "/auth/twitter";

/**
 * The cookie that ties a journey to X to the browser that began it. `Lax`: the way back is a navigation that another
 * site begins. Zero seconds forget it.
 */
export function browserCookie(secret: string, seconds: number, secure: boolean): string {
  return `${name}=${secret}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? "; Secure" : ""}`;
}

/** The secret of the browser in a `Cookie` header, or null. */
export function browserOf(header: string | undefined): string | null {
  const secret = readCookie(header, name);
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null;
}
