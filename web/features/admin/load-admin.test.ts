import { expect, test } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";
import { modelsIn, ticketQuery } from "./admin-queries.ts";
import { readForStaff } from "./load-admin.ts";

/** A document that staff asks for at an address, while the API answers so. */
function asked(address: string, status: number, body: unknown, second_factor_needed = false) {
  const [calls, reported]: [string[], unknown[]] = [[], []];
  const api = createApi({
    async transport({ path }) {
      calls.push(path);
      return { status, text: JSON.stringify(body) };
    },
    token: () => null,
    language: () => "en",
  });
  const viewer = { second_factor_needed };
  const known = {
    api,
    viewer,
    report: (error: unknown) => reported.push(error),
  } as unknown as RequestContext;
  const request = new Request(`https://app.test/admin/models${address}`);
  return { calls, reported, args: { request, context: { get: () => known as never } } };
}

const listed = { data: [], links: { next: null }, meta: { current_page: 2, last_page: 2 } };

test("a document of staff brings the list that its address names", async () => {
  const { args, calls } = asked("?page=2&state=hidden&search=ann&sort=x", 200, listed);
  const { data, init } = await readForStaff(args, (client, address) =>
    client.ensureQueryData(modelsIn(address)),
  );
  expect(calls).toEqual(["/api/admin/models?page=2&search=ann&state=hidden"]);
  expect([init?.status, data.queries?.queries[0]?.state.data]).toEqual([200, listed]);
});

test("R-ERR-11: what the API refuses is the status of the document; a failure is 503 and reported", async () => {
  const read = (client: Parameters<Parameters<typeof readForStaff>[1]>[0]) =>
    client.ensureQueryData(ticketQuery(7));
  const gone = asked("/tickets/7", 404, { message: "Not found." });
  expect((await readForStaff(gone.args, read)).init?.status).toBe(404);
  expect(gone.reported).toEqual([]);
  const broken = asked("/tickets/7", 500, { message: "Not now." });
  expect((await readForStaff(broken.args, read)).init?.status).toBe(503);
  expect(broken.reported).toHaveLength(1);
});

test("staff who have to turn on a second factor first are shown nothing", async () => {
  const { args, calls } = asked("", 200, listed, true);
  const { data } = await readForStaff(args, (client, address) => client.ensureQueryData(modelsIn(address)));
  expect([calls, data.queries?.queries]).toEqual([[], []]);
});
