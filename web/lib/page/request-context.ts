import { createContext, data, type RouterContextProvider } from "react-router";
import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Api } from "#web/lib/api/api.ts";
import { searchOf } from "./list-search.ts";
import type { PageConfig } from "./page-config.ts";

/** What is known about the request before a page is rendered. Exists on the server only. */
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
  /** Its token is past its time (not merely revoked): the person is sent home. */
  expired: boolean;
  /** Logs an error that no page expected. */
  report(error: unknown): void;
};

export const requestContext = createContext<RequestContext>();

type ReadableContext = Readonly<Pick<RouterContextProvider, "get">>;

/** The typed API client of this request: in process, with the caller's own token and language. Server only. */
export function serverApi(context: ReadableContext): Api {
  return context.get(requestContext).api;
}

/**
 * The first page of a list by gender and by what the address searches for, as the server renders it, and when it was
 * made. A list that cannot be loaded is
 * reported, and the document goes out without it as 503. Server only.
 */
export async function firstPage<Page>(
  { context, request }: { context: ReadableContext; request: Request },
  fetchPage: (api: Api, wanted: { gender: number; search: string; page: number }) => Promise<Page>,
) {
  const { api, gender, report } = context.get(requestContext);
  const search = (searchOf(new URL(request.url).search) ?? "").trim();
  const now = new Date().toISOString();
  try {
    const page = await fetchPage(api, { gender, search, page: 1 });
    return data({ first: { page, gender, search }, now });
  } catch (error) {
    report(error);
    return data({ first: null, now }, { status: 503 });
  }
}
