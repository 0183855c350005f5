import { data } from "react-router";
import type { Api } from "#web/lib/api/api.ts";
import type { ServerFacts } from "#web/lib/page/request-context.ts";

/**
 * The first page of a list by gender as the server draws it, and when it was made. A list that cannot be had is
 * reported, and the document goes out without it as 503. Server only.
 */
export async function firstPage<Page>(
  { api, gender, report }: Pick<ServerFacts, "api" | "gender" | "report">,
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
