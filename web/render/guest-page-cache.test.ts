import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import { defaultPageConfig } from "#web/lib/page/page-config.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";
import {
  createGuestPageCache,
  guestPageKey as keyOf,
  type SharedPage,
  sharedPaths,
} from "./guest-page-cache.ts";

/** Routes as the framework's build lists them. */
function routesOf(shared: readonly string[], others: readonly string[]) {
  const route = (path: string, handle?: object) =>
    ({ id: path, parentId: "root", path, module: { default: () => null, handle } }) as const;
  const all = [
    ...shared.map((path) => route(path, { guestsShare: true })),
    ...others.map((path) => route(path)),
  ];
  const root = { id: "root", path: "", module: { default: () => null } };
  return Object.fromEntries([root, ...all].map((each) => [each.id, each]));
}
const isShared = sharedPaths(
  routesOf(["/", "trending", "videos", "allposts", ":slug"], ["login", "stream/:slug"]),
);
const guestPageKey = (request: Request, context: RequestContext) => keyOf(request, context, isShared);

const home = new Request("http://fan.example/");
const api: RequestContext["api"] = {
  call: () => Promise.reject(new Error("nobody is asked")),
  headers: () => ({}),
};
const GUEST: RequestContext = {
  ...defaultPageConfig,
  api,
  apiFor: () => api,
  viewer: null,
  language: "en",
  nonce: "bm9uY2Ugb25l",
  requestId: "request-one",
  session: "none",
  expired: false,
  report: () => undefined,
  sheet: null,
  origin: "http://fan.example",
  adult: false,
};

/** A cache on a manual clock; each rendering ends when `finish` is called with what it made. */
function cache() {
  let time = 10_000;
  const renderings: PromiseWithResolvers<SharedPage>[] = [];
  const pages = createGuestPageCache(() => time);
  const render = () => {
    const rendering = Promise.withResolvers<SharedPage>();
    renderings.push(rendering);
    return rendering.promise;
  };
  return {
    get: (key = "guest") => pages.get(key, render),
    renderings,
    finish: async (body: string, init: ResponseInit = {}) => {
      const headers = new Headers(init.headers);
      renderings.at(-1)?.resolve({
        status: init.status ?? 200,
        headers,
        body: Buffer.from(body),
        nonce: `nonce of ${body}`,
      });
      await renderings.at(-1)?.promise;
    },
    wait: (ms: number) => {
      time += ms;
    },
  };
}

const text = async (page: Promise<SharedPage>) => (await page).body.toString();

test("a crowd of guests waits for one rendering, and those of the next second get the same document", async () => {
  const { get, finish, renderings, wait } = cache();
  const crowd = [get(), get(), get()];
  await finish("first");
  expect(await Promise.all(crowd.map(text))).toEqual(["first", "first", "first"]);
  wait(999);
  expect(await get()).toBe(await crowd[0]);
  expect(renderings).toHaveLength(1);
});

test("after a second the old document is sent while one rendering makes the next", async () => {
  const { get, finish, renderings, wait } = cache();
  const first = get();
  await finish("first");
  await first;
  wait(1_000);
  expect([await text(get()), await text(get())]).toEqual(["first", "first"]);
  expect(renderings).toHaveLength(2);
  await finish("second");
  await expect.poll(() => text(get())).toBe("second");
});

test("a document older than five seconds is sent to nobody", async () => {
  const { get, finish, wait } = cache();
  const first = get();
  await finish("first");
  await first;
  wait(5_000);
  const late = get();
  await finish("second");
  expect(await text(late)).toBe("second");
});

test.each([
  ["that failed", { status: 503 }],
  ["that sets a cookie", { headers: { "set-cookie": "a=b" } }],
])("a document %s is not kept", async (_why, init) => {
  const { get, finish, renderings } = cache();
  const first = get();
  await finish("first", init);
  await first;
  const second = get();
  expect(renderings).toHaveLength(2);
  await finish("second");
  expect(await text(second)).toBe("second");
});

test("a rendering that throws is tried again for the next guest", async () => {
  const { get, finish, renderings } = cache();
  const first = get();
  renderings[0]?.reject(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  const second = get();
  await finish("second");
  expect(await text(second)).toBe("second");
});

test("guests of whom the same is known share a key, whatever their nonce and request id", () => {
  const other = { ...GUEST, nonce: "bm9uY2UgdHdv", requestId: "request-two" };
  expect(guestPageKey(home, other)).toBe(guestPageKey(home, GUEST));
});

const differences: Partial<RequestContext>[] = [
  { language: "es" },
  { theme: "light" },
  { discreet: true },
  { theatre: true },
  { gender: 2 },
  { adult: true },
  { logo: "/logo-afterglow.svg" },
  { noindex: true },
  { origin: "http://other.example" },
];
test.each(differences)("a guest of whom something else is known (%o) has a key of their own", (choice) => {
  expect(guestPageKey(home, { ...GUEST, ...choice })).not.toBe(guestPageKey(home, GUEST));
});

const viewer = { id: 7 } as FanProfile;
test.each([
  { session: "alive", viewer },
  { session: "alive", viewer: null },
  { session: "ended", viewer: null, expired: true },
  { nonce: "" },
] as const)(
  "a page for somebody with a session, or without a nonce (%o), is shared with nobody",
  (context) => {
    expect(guestPageKey(home, { ...GUEST, ...context })).toBeNull();
  },
);

test("each list and each model's page has a key of its own", () => {
  const paths = ["/", "/trending", "/videos", "/allposts", "/luna", "/aria"];
  const keys = paths.map((path) => guestPageKey(new Request(`http://fan.example${path}`), GUEST));
  expect(new Set(keys).size).toBe(6);
  expect(keys).not.toContain(null);
});

test.each([
  "http://fan.example/?gender=2&page=2",
  "http://fan.example/?tag=calm&tag=music",
  "http://fan.example/?tag=calm&utm_source=x",
  "http://fan.example/trending?search=luna",
  "http://fan.example/login",
  "http://fan.example/stream/luna",
])("only pages whose route says so are shared, by their plain address, not %s", (address) =>
  expect(guestPageKey(new Request(address), GUEST)).toBeNull(),
);

test("a list is shared by its gender and filters, each set apart", () => {
  const keys = ["/", "/?gender=2", "/?tag=calm", "/?tag=music&tag=calm", "/trending?tag=calm"].map((path) =>
    guestPageKey(new Request(`http://fan.example${path}`), GUEST),
  );
  expect(new Set(keys).size).toBe(5);
  expect(keys).not.toContain(null);
});

test("any number of filters keeps no more than 128 documents, and never drives out the one that is read", async () => {
  let renderings = 0;
  const pages = createGuestPageCache(() => 10_000);
  const render = async (): Promise<SharedPage> => {
    renderings++;
    return { status: 200, headers: new Headers(), body: Buffer.from("page"), nonce: "n" };
  };
  await pages.get("front page", render);
  for (let set = 0; set < 500; set++) {
    await pages.get(`filters ${set}`, render);
    await pages.get("front page", render);
  }
  expect(renderings).toBe(501);
  await pages.get("filters 499", render);
  expect(renderings).toBe(501);
  await pages.get("filters 370", render);
  expect(renderings).toBe(502);
});
