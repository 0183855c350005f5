import { expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { bearer } from "#testing/app/api-client.ts";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";

/* Every door that a person may stand in, beside everything that closes doors: each is tried before and after. */

const app = testApp();
const dayMs = 86_400_000;

/** A fan's session in one browser, with films of a model: one that they bought, and one for subscribers. */
type Way = {
  fan: Member;
  model: Person;
  token: string;
  cookie: string;
  boughtUrl: string;
  subscribedUrl: string;
};

const statusOf = async (url: string, headers: Record<string, string>, method = "GET") => {
  const answer = await fetch(app.origin + url, { method, headers });
  await answer.arrayBuffer();
  return answer.status;
};

async function enter(): Promise<Way> {
  const [model, fan] = [await app.model(), await registerMember(app)];
  const to = { kind: "fan", id: fan.id } as const;
  await app.modules.wallet.issue(app.db, {
    ...{ key: `opening:${fan.id}`, to, tokens: 100, kind: "opening", reason: "opening balance" },
  });
  const reply = await app.call("POST", "/api/web_login", {
    body: { login: fan.login, password: fan.password },
    headers: freshAddress(),
  });
  const token = String(reply.body.accessToken);
  const cookie = /(?:^|, )(file_session=[^;]+);/.exec(String(reply.headers["set-cookie"]))?.[1] ?? "";
  const as = { ...fan, token };
  const boughtId = await createItem(app, model);
  const { body } = await app.call("POST", "/api/fan/buy-attachment", {
    as,
    body: { attachment_id: boughtId },
  });
  const subscribedId = await createItem(app, model, { for_subscribers: true });
  await subscribe(app.db, fan, model, new Date(Date.now() + dayMs));
  const seen = await app.call("GET", `/api/videos/${subscribedId}`, { as });
  return {
    ...{ fan, model, token, cookie },
    boughtUrl: String((body.item as Video).watchUrl),
    subscribedUrl: String((seen.body as unknown as Video).watchUrl),
  };
}

const doors = {
  "what the account reads": ({ token }: Way) =>
    statusOf("/api/fan/profile", { authorization: `Bearer ${token}` }),
  "the statement": ({ token }: Way) =>
    statusOf("/api/wallet/statement", { authorization: `Bearer ${token}` }),
  "a bought film, by the browser's cookie": ({ boughtUrl, cookie }: Way) => statusOf(boughtUrl, { cookie }),
  "a bought film, by a program": ({ boughtUrl, token }: Way) =>
    statusOf(boughtUrl, { authorization: `Bearer ${token}` }),
  "a bought film, by HEAD": ({ boughtUrl, cookie }: Way) => statusOf(boughtUrl, { cookie }, "HEAD"),
  "a subscriber's film": ({ subscribedUrl, cookie }: Way) => statusOf(subscribedUrl, { cookie }),
} as const;
type Door = keyof typeof doors;
const allDoors = Object.keys(doors) as Door[];
const files = allDoors.filter((door) => door.includes("film"));

/** The acts that close doors, and the doors that each closes. */
const endings: readonly [string, (way: Way) => Promise<unknown>, readonly Door[]][] = [
  [
    "signing out",
    ({ fan, token }) => app.call("POST", "/api/web_logout", { as: { ...fan, token } }),
    allDoors,
  ],
  [
    "ending every session from another browser",
    async ({ fan }) => {
      const body = { current_password: fan.password, keep_current: false };
      expect((await app.call("POST", "/api/fan/end-sessions", { as: fan, body })).status).toBe(200);
    },
    allDoors,
  ],
  [
    "a suspension",
    ({ fan }) => app.withTransaction((tx) => app.modules.identity.suspend(tx, fan.id)),
    allDoors,
  ],
  [
    "a ban by the model of the films",
    ({ fan, model }) => app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } }),
    files,
  ],
];

test.each(endings)(
  "R-OPEN-91, R-AMB-09: of every door that stood open, %s closes its own",
  async (_, end, closed) => {
    const way = await enter();
    const tried = async () => {
      const open: Door[] = [];
      for (const door of allDoors) {
        const status = await doors[door](way);
        if (status < 300) open.push(door);
        else expect([401, 403], door).toContain(status);
      }
      return open;
    };
    expect(await tried(), "all stand open at first").toEqual(allDoors);
    await end(way);
    expect(await tried()).toEqual(allDoors.filter((door) => !closed.includes(door)));
  },
);

test("R-OPEN-91: none of these doors opens for a stranger, whose own session is alive", async () => {
  const [way, stranger] = [await enter(), await registerMember(app)];
  for (const url of [way.boughtUrl, way.subscribedUrl])
    expect(await statusOf(url, bearer(stranger))).toBe(403);
});
