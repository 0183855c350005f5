import { createContext, type RouterContextProvider } from "react-router";
import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { PageConfig } from "./page-config.ts";

/** The facts about the request before a page is rendered. They exist on the server only. */
export type RequestContext = PageConfig & {
  api: Api;
  /** An API client that speaks as the owner of another token. */
  apiFor(token: string): Api;
  viewer: FanProfile | null;
  language: Language;
  /** Allows this document's own scripts; empty while developing. */
  nonce: string;
  /** `ended`: the cookies hold a session that has expired or was revoked. */
  session: "none" | "alive" | "ended";
  /** The session is alive, and its owner was not asked for: too many requests came from where this one does. */
  limited?: boolean;
  /** The session's token is past its time (not merely revoked): the person is sent home. */
  expired: boolean;
  /** The style sheet that puts the site's own colours in the place of ours; null: it has none. */
  sheet: string | null;
  /** Logs an error that no page expected. */
  report(error: unknown): void;
};

export const requestContext = createContext<RequestContext>();

type ReadableContext = Readonly<Pick<RouterContextProvider, "get">>;

/** The typed API client of this request: in process, with the caller's own token and language. Server only. */
export function serverApi(context: ReadableContext): Api {
  return context.get(requestContext).api;
}
