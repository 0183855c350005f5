import type { Language } from "#contract/common.ts";
import type { Answer, Contract, Endpoint, EndpointKey, HandlerInput, Role } from "#contract/endpoint.ts";
import type { Logger } from "#server/kit/log.ts";

/** The person behind a verified token. */
export type Viewer = {
  userId: number;
  role: Role;
  tokenId: string;
  expiresAt: Date;
  /** The language of their profile. */
  language: Language;
  /** Staff who have to turn a second factor on before anything of the staff's opens. */
  secondFactorNeeded: boolean;
};

/** The facts about a request that a handler knows besides its validated input. */
export type Call<V extends Viewer | null = Viewer | null> = {
  viewer: V;
  /** Language for messages, from `Accept-Language`, or where that names none of ours from the caller's profile. */
  language: Language;
  /** Scheme and host the caller used, without a trailing slash. */
  origin: string;
  /** The caller's IP address. */
  address: string;
  /** The caller's country as the proxy in front names it (ISO 3166-1 alpha-2); null where none does. */
  country: string | null;
  userAgent: string;
  /** A browser opens the address as a page, and shows whatever it is answered with. */
  wantsPage: boolean;
  /** A cookie of the caller; null when there is none of that name. It never identifies the caller. */
  cookie(name: string): string | null;
  requestId: string;
  idempotencyKey: string | null;
  log: Logger;
};

type ViewerOf<E extends Endpoint> = E["access"] extends "public" ? Viewer | null : Viewer;

/** An answer may carry headers of its own, such as a content type. */
export type Reply<E extends Endpoint> = Answer<E> & { headers?: Record<string, string | string[]> };

/** One typed function for each endpoint of a part of the contract. */
export type Handlers<C extends Contract> = {
  [Key in keyof C & EndpointKey]: (
    input: HandlerInput<C[Key]>,
    call: Call<ViewerOf<C[Key]>>,
  ) => Promise<Reply<C[Key]>> | Reply<C[Key]>;
};

/** The value of a cookie in a `Cookie` header (RFC 6265), as it was sent; null when there is none of that name. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
