import { createContext, data, type RouterContextProvider } from "react-router";
import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Api } from "#web/lib/api/api.ts";

/** What is known about the request before a page is rendered. Exists on the server only. */
export type RequestContext = {
  api: Api;
  /** An API client that speaks as the owner of another token. */
  apiFor(token: string): Api;
  viewer: FanProfile | null;
  language: Language;
  theme: Theme;
  gender: number;
  /** Allows this document's own scripts; empty while developing. */
  nonce: string;
  requestId: string;
  /** `ended`: the cookies hold a session that has expired or was revoked. */
  session: "none" | "alive" | "ended";
  /** Its token is past its time (not merely revoked): the person is sent home. */
  expired: boolean;
  /** Logs an error that no page expected. */
  report(error: unknown): void;
  /** The demonstration world is on. */
  demo: boolean;
  /** Scheme and host by which the public reaches us, without a trailing slash. */
  origin: string;
  /** Where the files of chats are sent. */
  photosOrigin: string;
  /** The picture that stands for the product under this host; null for its own logo. */
  logo: string | null;
  /** Search engines must not index this host. */
  noindex: boolean;
  /** Page of the external billing provider where a membership can be cancelled, or null. */
  billingCancelUrl: string | null;
  /** Nobody has to be asked for their age: certified in this browser, or signed in. */
  adult: boolean;
  /** Signing in with X is set up. */
  twitter: boolean;
};

export type Theme = "dark" | "light";

export const requestContext = createContext<RequestContext>();

type ReadableContext = Readonly<Pick<RouterContextProvider, "get">>;

/** The typed API client of this request: in process, with the caller's own token and language. Server only. */
export function serverApi(context: ReadableContext): Api {
  return context.get(requestContext).api;
}

/**
 * The first page of a list by gender as the server draws it, and when it was made. A list that cannot be loaded is
 * reported, and the document goes out without it as 503. Server only.
 */
export async function firstPage<Page>(
  { api, gender, report }: Pick<RequestContext, "api" | "gender" | "report">,
  fetchPage: (api: Api, wanted: { gender: number; search: string; page: number }) => Promise<Page>,
) {
  const now = new Date().toISOString();
  try {
    const page = await fetchPage(api, { gender, search: "", page: 1 });
    return data({ first: { page, gender }, now });
  } catch (error) {
    report(error);
    return data({ first: null, now }, { status: 503 });
  }
}
