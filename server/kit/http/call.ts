import type { Language } from "#contract/common.ts";
import type { Answer, Contract, Endpoint, EndpointKey, HandlerInput, Role } from "#contract/endpoint.ts";
import type { Logger } from "#server/kit/log.ts";

/** The person behind a verified token. */
export type Viewer = {
  userId: number;
  role: Role;
  tokenId: string;
  expiresAt: Date;
  /** Staff who have to turn a second factor on before anything of the staff's opens. */
  secondFactorNeeded: boolean;
};

/** What a handler knows of the request besides its validated input. */
export type Call<V extends Viewer | null = Viewer | null> = {
  viewer: V;
  /** Language for messages, from `Accept-Language`. */
  language: Language;
  /** Scheme and host the caller used, without a trailing slash. */
  origin: string;
  /** The caller's IP address. */
  address: string;
  userAgent: string;
  requestId: string;
  idempotencyKey: string | null;
  log: Logger;
};

type ViewerOf<E extends Endpoint> = E["access"] extends "public" ? Viewer | null : Viewer;

/** An answer may carry headers of its own, such as a content type. */
export type Reply<E extends Endpoint> = Answer<E> & { headers?: Record<string, string> };

/** One typed function for each endpoint of a part of the contract. */
export type Handlers<C extends Contract> = {
  [Key in keyof C & EndpointKey]: (
    input: HandlerInput<C[Key]>,
    call: Call<ViewerOf<C[Key]>>,
  ) => Promise<Reply<C[Key]>> | Reply<C[Key]>;
};
