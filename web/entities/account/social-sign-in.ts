import type { Language } from "#contract/common.ts";

export type StartWish = {
  language: Language;
  referrer?: number | null;
  /** Connect X to the account that is signed in, and return to this path. */
  connectAt?: string;
};

/** The address where signing in with X begins; a document of its own, so that it is left by an ordinary link. */
export function startAddress({ language, referrer, connectAt }: StartWish): string {
  const query = new URLSearchParams({ language });
  if (referrer) query.set("referrer", String(referrer));
  if (connectAt !== undefined) {
    query.set("connect", "1");
    query.set("route", connectAt);
  }
  return `/auth/twitter?${query}`;
}
