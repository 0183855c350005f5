import { dehydrate, hydrate, queryOptions } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Api, createApi } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { createQueryClient, queryApi } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "./load-queries.ts";
import type { RequestContext } from "./request-context.ts";

const genders = queryOptions({
  queryKey: ["genders"],
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/gender")).data;
  },
});

const answering = (status: number, body: unknown): Api =>
  createApi({
    transport: async () => ({ status, text: JSON.stringify(body) }),
    token: () => null,
    language: () => "en",
  });

function requestTo(api: Api) {
  const reported: unknown[] = [];
  const known = { api, report: (error: unknown) => reported.push(error) } as unknown as RequestContext;
  return { reported, context: { get: () => known as never } };
}

test("what the server reads in the visitor's name is in the cache of the page, and nothing else of the request", async () => {
  const women = [{ id: 1, name_en: "Women", name_es: "Mujeres" }];
  const { data } = await readOnServer(requestTo(answering(200, { data: women })), (client) =>
    client.ensureQueryData(genders),
  );
  expect(data.found).toEqual(women);
  expect(JSON.stringify(data.queries)).not.toContain("api");
  const page = createQueryClient(answering(500, {}));
  hydrate(page, structuredClone(data.queries) ?? {});
  expect(await page.ensureQueryData(genders)).toEqual(women);
  expect(dehydrate(page).queries).toHaveLength(1);
});

test("R-ERR-11: what cannot be read is reported, and the document goes out as 503 for the browser to ask again", async () => {
  const request = requestTo(answering(500, { message: "Not now." }));
  const { data, init } = await readOnServer(request, (client) => client.ensureQueryData(genders));
  expect([data.found, data.queries?.queries, init?.status]).toEqual([null, [], 503]);
  expect(request.reported).toEqual([expect.objectContaining({ message: "Not now.", status: 500 })]);
});

test("what the API refuses is no outage: an address that cannot be is a page that says so, nothing is reported", async () => {
  for (const status of [400, 404, 422]) {
    const request = requestTo(answering(status, { message: "Please check the marked fields." }));
    const thrown = await readOnServer(request, (client) => client.ensureQueryData(genders)).catch(
      (error: unknown) => error,
    );
    expect(thrown).toMatchObject({ data: null, init: { status } });
    expect(request.reported).toEqual([]);
  }
  const request = requestTo(answering(429, { message: "Not so fast." }));
  const { data, init } = await readOnServer(request, (client) => client.ensureQueryData(genders));
  expect([data.found, init?.status, request.reported]).toEqual([null, 429, []]);
});

test("a loader that leads elsewhere is followed, on the server and in the browser", async () => {
  const elsewhere = new Response(null, { status: 302 });
  const leave = () => Promise.reject(elsewhere);
  await expect(readOnServer(requestTo(answering(200, {})), leave)).rejects.toBe(elsewhere);
  await expect(readInBrowser(leave())).rejects.toBe(elsewhere);
  expect(await readInBrowser(Promise.reject(new Error("offline")))).toEqual({ queries: null, found: null });
});
