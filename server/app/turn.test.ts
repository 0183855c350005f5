import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { goLive } from "#testing/app/media-clients.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { makeOffer } from "#testing/media-engine/peer.ts";

const secret = "a secret of the tests, long enough for settings";
const [first, second] = ["turn:turn.test:3478", "turns:turn.test:443?transport=tcp"];
const app = testApp(undefined, undefined, { TURN_URLS: `${first},${second}`, TURN_SECRET: secret });

type Place = { url: string; token: string; ice_servers: Record<string, unknown>[] };

/** Whom an answer's one server is for; throws unless it is signed, and for a day. */
function personOf({ ice_servers: servers }: Pick<Place, "ice_servers">): string {
  expect(servers).toHaveLength(1);
  const { urls, username, credential } = servers[0] as {
    urls: string[];
    username: string;
    credential: string;
  };
  expect(urls).toEqual([first, second]);
  return personSigned(username, credential);
}

function personSigned(username: string, credential: string): string {
  expect(credential).toBe(createHmac("sha1", secret).update(username).digest("base64"));
  const [expiry, person] = username.split(":");
  expect(Math.abs(Number(expiry) - Date.now() / 1000 - 24 * 3600)).toBeLessThan(60);
  return person ?? "";
}

/** The servers that the `Link` headers of an answer name; other relations are left out. */
const iceLinks = (answer: Response) =>
  [
    ...(answer.headers.get("link") ?? "").matchAll(
      /<([^>]+)>; rel="ice-server"; username="([^"]+)"; credential="([^"]+)"; credential-type="password"/g,
    ),
  ].map(([, url, username = "", credential = ""]) => ({ url, person: personSigned(username, credential) }));

const send = (method: "POST" | "OPTIONS", url: string, bearer: string | null, body?: string) =>
  fetch(app.origin + new URL(url).pathname, {
    method,
    headers: {
      ...(body ? { "content-type": "application/sdp" } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body ? { body } : {}),
  });

async function room(model: Person, as: Person): Promise<Place> {
  const { body } = await app.call("GET", `/api/stream/${model.login}`, { as });
  return body.playback as Place;
}

test("who may watch or publish is told of the TURN servers before the offer, each in their own name", async () => {
  const [luna, fan] = [await app.model(), await app.fan()];
  await goLive(app, luna);
  expect(personOf(await room(luna, fan))).toBe(String(fan.id));
  const studio = await app.call("GET", "/api/studio", { as: luna });
  expect(personOf(studio.body.publish as Place)).toBe(String(luna.id));
});

test("a preview, which guests have too, is told of none: not in its place, not before the offer, not after it", async () => {
  const [luna, fan] = [await app.model(), await app.fan()];
  await goLive(app, luna);
  for (const as of [undefined, fan]) {
    const asked = await app.call("POST", `/api/stream/${luna.login}/preview`, as ? { as } : {});
    const { url, token, ice_servers } = asked.body as Place;
    expect(ice_servers).toEqual([]);
    const question = await send("OPTIONS", url, token);
    expect([question.status, question.headers.get("link")]).toEqual([200, null]);
    const offer = await makeOffer({ role: "viewer" });
    const answer = await send("POST", url, token, offer.offerSdp);
    offer.close();
    expect(answer.status).toBe(201);
    expect(iceLinks(answer)).toEqual([]);
  }
});

test("answers of WHIP and WHEP name the TURN servers in Link headers, one line each", async () => {
  const [luna, fan] = [await app.model(), await app.fan()];
  const { body } = await app.call("GET", "/api/studio", { as: luna });
  const { url, key } = body.publish as { url: string; key: string };
  await goLive(app, luna);
  const named = (person: string) => [first, second].map((one) => ({ url: one, person }));
  for (const [role, place, bearer, person] of [
    ["publisher", url, key, luna.login],
    ["viewer", (await room(luna, fan)).url, (await room(luna, fan)).token, String(fan.id)],
  ] as const) {
    const offer = await makeOffer({ role });
    const answer = await send("POST", place, bearer, offer.offerSdp);
    offer.close();
    expect(answer.status).toBe(201);
    expect(answer.headers.get("access-control-expose-headers")).toContain("link");
    expect(iceLinks(answer)).toEqual(named(person));
  }
  const viewer = await room(luna, fan);
  for (const [place, bearer, person] of [
    [url, key, luna.login],
    [viewer.url, viewer.token, String(fan.id)],
  ] as const) {
    const answer = await send("OPTIONS", place, bearer);
    expect(answer.status).toBe(200);
    expect(iceLinks(answer)).toEqual(named(person));
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("nobody without the right is told of them, and a question changes nothing", async () => {
  const [luna, fan] = [await app.model(), await app.fan()];
  const { body } = await app.call("GET", "/api/studio", { as: luna });
  const { url, key } = body.publish as { url: string; key: string };
  const preflight = await send("OPTIONS", url, null);
  expect([preflight.status, preflight.headers.get("link")]).toEqual([200, null]);
  const refused = await send("OPTIONS", url, "fl_wrong");
  expect([refused.status, refused.headers.get("link")]).toEqual([401, null]);
  await goLive(app, luna);
  const watched = async () => (await app.call("GET", "/api/fan/watched-models", { as: fan })).body.data;
  const { url: place, token } = await room(luna, fan);
  expect((await send("OPTIONS", place, token)).status).toBe(200);
  expect(await watched()).toEqual([]);
  expect((await send("OPTIONS", place, key)).status).toBe(401);
});
