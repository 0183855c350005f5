import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import type { TokenPackage } from "#contract/payments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { bearer } from "#testing/app/api-client.ts";
import { freshAddress, type Member, registerMember } from "#testing/app/members.ts";
import { type Person, type Reply, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { type FakeProcessor, startFakeProcessor } from "#testing/payments/fakes.ts";
import { validRequest } from "#testing/payments/requests.ts";
import { subscribe } from "#testing/subscriptions/subscribe.ts";
import { until } from "#testing/until.ts";

let processor: FakeProcessor;
beforeAll(async () => {
  processor = await startFakeProcessor(() => app.origin, systemClock, 5_000);
});
const app = testApp(undefined, () => ({ gateways: { sandbox: processor.gateway } }));
afterAll(() => processor.app.close());
beforeAll(() => app.modules.payments.seed());

let model: Person;
let fan: Member;
beforeEach(async () => {
  [model, fan] = [await app.model(), await registerMember(app)];
  await give(fan.id, 100);
});

const give = (id: number, tokens: number) =>
  app.modules.wallet.issue(app.db, {
    key: `opening:${id}`,
    to: { kind: "fan", id },
    tokens,
    kind: "opening",
    reason: "opening balance",
  });
const see = async (id: number, as: Person) =>
  (await app.call("GET", `/api/videos/${id}`, { as })).body as unknown as Video;
/** The address of a film of the model's that the fan has bought. */
async function bought(seller = model): Promise<{ id: number; url: string }> {
  const id = await createItem(app, seller);
  const { body } = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: id },
  });
  return { id, url: String((body.item as Video).watchUrl) };
}
const read = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
  const answer = await fetch(app.origin + url, { method, headers });
  await answer.arrayBuffer();
  return answer.status;
};
const fileCookie = (reply: Reply) =>
  /(?:^|, )(file_session=[^;]+);/.exec(String(reply.headers["set-cookie"]))?.[1] ?? "";
/** Signs the fan in once more, in a browser that keeps cookies. */
async function signIn() {
  const reply = await app.call("POST", "/api/web_login", {
    body: { login: fan.login, password: fan.password },
    headers: freshAddress(),
  });
  return { cookie: fileCookie(reply), token: String(reply.body.accessToken), reply };
}

test("R-OPEN-91, R-AMB-09: players read with the cookie of their session, programs with the Bearer header, and the cookie opens nothing else", async () => {
  const { url } = await bought();
  const { cookie, token, reply } = await signIn();
  expect(String(reply.headers["set-cookie"])).toMatch(
    /file_session=[\w-]+\.[\w-]+; Path=\/private-files; SameSite=Strict; HttpOnly; Max-Age=86400/,
  );
  expect([await read(url, { cookie }), await read(url, { authorization: `Bearer ${token}` })]).toEqual([
    200, 200,
  ]);
  expect([await read(url, { cookie, range: "bytes=0-3" }), await read(url, { cookie }, "HEAD")]).toEqual([
    206, 200,
  ]);
  expect(await read(url)).toBe(403);
  const profile = (headers: Record<string, string>) =>
    app.call("GET", "/api/fan/profile", { headers }).then(({ status }) => status);
  expect([await profile({ cookie }), await profile({ authorization: `Bearer ${cookie}` })]).toEqual([
    401, 401,
  ]);
  const value = cookie.replace("file_session=", "");
  expect(await profile({ cookie: `token=${value}; fan_id=${fan.id}` })).toBe(401);
  for (const forged of [`${value}x`, value.replace(/^./, "x"), value.split(".")[0], token])
    expect(await read(url, { cookie: `file_session=${forged}` }), forged).toBe(403);
  const again = await app.call("GET", "/api/fan/profile", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await read(url, { cookie: fileCookie(again) }), "reading the profile sets it too").toBe(200);
});

test("R-OPEN-91: a link that was passed on opens for nobody else, nor for the seller or the staff", async () => {
  const { id, url } = await bought();
  const stranger = await registerMember(app);
  for (const as of [stranger, model, await app.staff()]) expect(await read(url, bearer(as))).toBe(403);
  const own = await app.call("GET", "/api/studio/content", { as: model });
  const [item] = own.body.data as Video[];
  expect(await read(String(item?.watchUrl), bearer(model))).toBe(200);
  expect(await read(String(item?.watchUrl), bearer(fan))).toBe(403);
  expect((await see(id, await app.staff())).watchUrl).toBeNull();
});

test("R-OPEN-91: after signing out the link is dead in that browser, and lives in the reader's other session", async () => {
  const { url } = await bought();
  const [one, two] = [await signIn(), await signIn()];
  const out = await app.call("POST", "/api/web_logout", { as: { ...fan, token: one.token } });
  expect(String(out.headers["set-cookie"])).toContain("file_session=; Path=/private-files");
  expect([await read(url, { cookie: one.cookie }), await read(url, { cookie: two.cookie })]).toEqual([
    403, 200,
  ]);
  const all = {
    as: { ...fan, token: two.token },
    body: { current_password: fan.password, keep_current: false },
  };
  expect((await app.call("POST", "/api/fan/end-sessions", all)).status).toBe(200);
  expect(await read(url, { cookie: two.cookie })).toBe(403);
});

test("R-OPEN-91, R-OPEN-73: a ban kills the links to the model's files, not to those of others; what is bought opens by a new one", async () => {
  const rival = await app.model();
  const [film, other] = [await bought(), await bought(rival)];
  await app.call("POST", "/api/studio/ban", { as: model, body: { fan_id: fan.id } });
  expect([await read(film.url, bearer(fan)), await read(other.url, bearer(fan))]).toEqual([403, 200]);
  const fresh = String((await see(film.id, fan)).watchUrl);
  expect([fresh === film.url, await read(fresh, bearer(fan))]).toEqual([false, 200]);
});

test("R-OPEN-91: a suspension kills every link, also for when the account opens again", async () => {
  const { id, url } = await bought();
  const { identity } = app.modules;
  await app.withTransaction((tx) => identity.suspend(tx, fan.id));
  expect(await read(url, bearer(fan))).toBe(403);
  await app.withTransaction((tx) => identity.restore(tx, fan.id));
  const { token } = await signIn();
  const back = { ...fan, token };
  expect(await read(url, bearer(back))).toBe(403);
  expect(await read(String((await see(id, back)).watchUrl), bearer(back))).toBe(200);
});

test.each(["refunded", "charged_back"] as const)(
  "R-OPEN-91, R-OPEN-42: links from before a payment was %s are dead",
  async (end) => {
    const packages = await app.call("GET", "/api/token-packages");
    const [pack] = (packages.body.data as { packages: TokenPackage[] }).packages;
    const paid = await app.call("POST", "/api/payments/process", {
      as: fan,
      body: validRequest(pack ?? { id: 0, price: 0 }),
      headers: freshAddress(),
    });
    const { id, url } = await bought();
    expect(await read(url, bearer(fan))).toBe(200);
    const payment = String(paid.body.transaction_id);
    if (end === "refunded")
      await app.call("POST", `/api/admin/payments/${payment}/refund`, {
        as: await app.staff(),
        body: { reason: "asked for it" },
      });
    const sale = processor.sandbox.store.byReference(payment);
    if (!sale) throw new Error("the processor knows nothing of the sale");
    if (end === "charged_back") processor.sandbox.befall(sale, end);
    await until(async () => (await read(url, bearer(fan))) === 403, "the link to die");
    expect(await read(String((await see(id, fan)).watchUrl), bearer(fan))).toBe(200);
  },
);

test("R-OPEN-91, R-OPEN-46: what a subscription opened closes with it, whatever its link contains", async () => {
  const id = await createItem(app, model, { for_subscribers: true });
  await subscribe(app.db, fan, model, new Date(Date.now() + 86_400_000));
  const { watchUrl, thumb } = await see(id, fan);
  const both = async () => [await read(String(watchUrl), bearer(fan)), await read(thumb, bearer(fan))];
  expect(await both()).toEqual([200, 200]);
  await sql`update subscriptions.subscription set expire_at = now() where fan_id = ${fan.id}`.execute(app.db);
  expect(await both()).toEqual([403, 403]);
});
