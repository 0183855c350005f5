import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type AppEndpoint, contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { PromoLink } from "#contract/shows.ts";
import { servedRoutes } from "#server/kit/http/allowed-methods.ts";
import { confirmEmailOf, registerMember } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { type WatchedChanges, watchChanges } from "#testing/database/watch-changes.ts";
import { emailTo, pathIn } from "#testing/email/inbox.ts";
import { type Actors, createActors } from "#testing/roles/actors.ts";
import { callAs, ownAddress } from "#testing/roles/call-as.ts";
import { matrix } from "#testing/roles/matrix.ts";
import { otherRoutes } from "#testing/roles/other-routes.ts";

const app = testApp();
let actors: Actors;
let changes: WatchedChanges;

beforeAll(async () => {
  actors = await createActors(app);
  changes = await watchChanges(app.owner);
});

const gets = (Object.keys(contract) as AppEndpoint[]).filter((key) => key.startsWith("GET "));
const changesByGet = (key: AppEndpoint) => (contract[key] as Endpoint).getChanges === true;

test.each(gets)("nothing is changed by HEAD or GET of %s, by whomever", async (key) => {
  for (const caller of ["guest", "admin", "model", "fan"] as const) {
    const as = caller === "guest" ? undefined : actors[caller];
    const parts = await matrix[key].request(actors);
    await app.relay.drain();
    await changes.settle();
    await callAs(app, key.replace("GET ", "HEAD ") as AppEndpoint, as, parts);
    if (!changesByGet(key)) await callAs(app, key, as, parts);
    expect(await changes.take(), caller).toEqual([]);
  }
});

test("of all calls these alone change something by GET, as they are specified, and none of them by HEAD", () => {
  expect(gets.filter(changesByGet)).toEqual([
    "GET /service/resend_email",
    "GET /auth/twitter",
    "GET /api/token-packages",
    "GET /api/payments/cancel-subscription/{id}",
  ]);
  const heads = servedRoutes(app.http).filter((route) => route.startsWith("HEAD "));
  for (const key of [...gets.filter(changesByGet), "GET /auth/twitter/callback"])
    expect(heads).not.toContain(key.replace("GET", "HEAD").replace("{id}", ":id"));
});

/** Everything that a link or an address can open, while it is worth something. */
const doors: Record<string, (owner: { fan: Person; email: string; model: Person }) => Promise<string>> = {
  "the link of a confirmation email": async ({ email }) =>
    `/api/email-link${pathIn(await emailTo(app, email, "Confirm your email")).replace(/^[^?]*/, "")}`,
  "a promo link": async ({ fan, email, model }) => {
    await confirmEmailOf(app.db, fan);
    const body = { client_id: randomUUID(), email, duration: 60 };
    const made = await app.call("POST", "/api/studio/promos", { as: model, body });
    return `/api/promo-stream/${(made.body as unknown as PromoLink).url.split("/").pop()}`;
  },
  "a live room": async ({ model }) => {
    await app.modules.rooms.publisherTurned(model.login, "started");
    return `/api/stream/${model.login}`;
  },
  "a profile with a token in its address": async ({ fan, model }) =>
    `/api/model-profile/${model.login}?token=${fan.token}`,
};

test.each(Object.entries(doors))("nothing is changed by HEAD or GET of %s", async (_door, addressFor) => {
  const owner = await registerMember(app);
  const path = await addressFor({ fan: owner, email: owner.email, model: await app.model() });
  await app.relay.drain();
  await changes.settle();
  for (const method of ["HEAD", "GET"] as const)
    expect((await app.call(method, path, { as: owner })).status, method).toBe(200);
  expect(await changes.take()).toEqual([]);
});

test.each(Object.keys(otherRoutes).filter((route) => route.startsWith("GET ")))(
  "nothing is changed by HEAD or GET of %s, which stands beside the contract",
  async (route) => {
    const path = route.slice("GET ".length).replaceAll(/:\w+|\*/g, "1");
    await app.relay.drain();
    await changes.settle();
    for (const method of ["HEAD", "GET"] as const)
      await app.call(method, path, { as: actors.fan, headers: ownAddress() });
    expect(await changes.take()).toEqual([]);
  },
);
