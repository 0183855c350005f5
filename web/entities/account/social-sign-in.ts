import type { Language } from "#contract/common.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";

export type SocialSignInOptions = {
  language: Language;
  referrer?: number | null;
  /** Connect X to the account that is signed in, and return to this path. */
  connectAt?: string;
};

/** The address where signing in with X begins; a document of its own, so that it is left by an ordinary link. */
export function socialSignInUrl({ language, referrer, connectAt }: SocialSignInOptions): string {
  const query = new URLSearchParams({ language });
  if (referrer) query.set("referrer", String(referrer));
  if (connectAt !== undefined) {
    query.set("connect", "1");
    query.set("route", connectAt);
  }
  return `/auth/twitter?${query}`;
}

/**
 * An identity on X that its person has just shown and that has not led to a session, as the callback page left it in the
 * session storage. `claim` is the secret that names it to the server, once and for half an hour.
 */
export type SocialClaim =
  | { kind: "newcomer"; claim: string; handle: string; login: string; email: string | null }
  /** `connect`: for the account that is signed in; `email_known`: for the account with its address, once signed in. */
  | { kind: "connect" | "email_known"; claim: string; handle: string }
  /** Known here, and asked for a code before there is a session. */
  | { kind: "second_factor"; claim: string; handle: string };

/** The identity that waits in this tab, or null. Browser only. */
export function readClaim(): SocialClaim | null {
  const text = sessionStore.getItem(storageKeys.socialClaim);
  if (text === null) return null;
  try {
    const claim = JSON.parse(text) as SocialClaim;
    return typeof claim.claim === "string" && typeof claim.handle === "string" ? claim : null;
  } catch {
    return null;
  }
}

/** Keeps an identity for this tab. Browser only. */
export function keepClaim(claim: SocialClaim): void {
  sessionStore.setItem(storageKeys.socialClaim, JSON.stringify(claim));
}

/** Forgets the identity that waits. Browser only. */
export function dropClaim(): void {
  sessionStore.removeItem(storageKeys.socialClaim);
}
