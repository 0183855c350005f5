import { cookieNames, referrerCookieSeconds } from "#web/lib/constants.ts";
import { dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";

/** The fan id of an invite link, or null for anything else. */
export function referrerOf(text: string | null): number | null {
  const id = Number(text);
  return text !== null && /^\d{1,15}$/.test(text) && id > 0 ? id : null;
}

/** Remembers who invited the visitor, so that looking around before signing up forgets nothing. Browser only. */
export function rememberReferrer(id: number): void {
  writeCookie(cookieNames.referrer, String(id), referrerCookieSeconds);
}

/** The person who invited the visitor, from the address or from an earlier visit. Browser only. */
export function rememberedReferrer(): number | null {
  return referrerOf(readCookie(document.cookie, cookieNames.referrer));
}

/** Call when the invitation has led to an account. Browser only. */
export function forgetReferrer(): void {
  dropCookie(cookieNames.referrer);
}
