import { expect, test } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import { loader } from "./statement.tsx";

const empty = { data: [], links: { next: null }, meta: { current_page: 1, last_page: 1 } };

/** The requests that the document of a statement at this address makes of the API. */
async function asked(query: string): Promise<string[]> {
  const calls: string[] = [];
  const api = createApi({
    async transport({ path }) {
      calls.push(path);
      return { status: 200, text: JSON.stringify(empty) };
    },
    token: () => null,
    language: () => "en",
  });
  const request = new Request(`https://app.test/settings/statement${query}`);
  await loader({ request, context: { get: () => ({ api }) } } as never);
  return calls;
}

test("the document of a statement brings the movements that its address names, and none that nobody can ask for", async () => {
  const path = "/api/wallet/statement";
  expect(await asked("")).toEqual([`${path}?page=1`]);
  expect(await asked("?type=tip&from=2026-11-01&to=2026-11-21")).toEqual([
    `${path}?type=tip&from=2026-11-01&to=2026-11-21&page=1`,
  ]);
  expect(await asked("?type=nonsense&to=soon&page=7")).toEqual([`${path}?page=1`]);
  expect(await asked("?from=2026-11-21&to=2026-11-01")).toEqual([]);
});
