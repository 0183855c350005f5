import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { pagesQuery, type RoomsPage, type Wanted } from "./rooms-query.ts";

export const rankingKey = (gender: number, search: string) => ["rooms", "ranking", gender, search] as const;

/** The ranking of one gender, page by page; `search` as it stands in the box. */
export function rankingQuery(gender: number, search: string) {
  const wanted = search.trim();
  return pagesQuery(rankingKey(gender, wanted), wanted, (page, signal) =>
    fetchRanking(browserApi, { gender, search: wanted, page, signal }),
  );
}

/** Asks for one page of the ranking; throws when there is no proper answer. */
export async function fetchRanking(api: Api, { gender, search, page, signal }: Wanted): Promise<RoomsPage> {
  const answer = await api.call("GET /api/trending-rooms", { query: { gender, search, page }, signal });
  if (answer.status === 200) return answer.body;
  throw new Error(answer.body.message);
}
