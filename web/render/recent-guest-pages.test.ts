import { expect, test } from "vitest";
import type { FanProfile } from "#contract/profile.ts";
import type { RequestContext } from "#web/lib/page/request-context.ts";
import { recentGuestPages } from "./recent-guest-pages.ts";

const HOME = new Request("http://fan.example/");
const api: RequestContext["api"] = {
  call: () => Promise.reject(new Error("nobody is asked")),
  headers: () => ({}),
};
const GUEST: RequestContext = {
  api,
  apiFor: () => api,
  viewer: null,
  language: "en",
  theme: "dark",
  gender: 1,
  nonce: "bm9uY2Ugb25l",
  requestId: "request-one",
  session: "none",
  expired: false,
  report: () => undefined,
  demo: true,
  origin: "http://fan.example",
  photosOrigin: "http://photos.fan.example",
  logo: null,
  noindex: false,
  billingCancelUrl: null,
  adult: false,
  twitter: false,
};
const HTML = `<html data-request="request-one"><script nonce="bm9uY2Ugb25l">1</script></html>`;
const other = { ...GUEST, nonce: "bm9uY2UgdHdv", requestId: "request-two" };

function kept(context: RequestContext = GUEST, request = HOME) {
  let time = 0;
  const pages = recentGuestPages(() => time);
  pages.keep(request, context, HTML);
  return {
    pages,
    wait: (ms: number) => {
      time += ms;
    },
  };
}

test("the next guest gets the same document with a nonce and a request id of their own", () => {
  const found = kept().pages.find(HOME, other);
  expect(found).toBe(`<html data-request="request-two"><script nonce="bm9uY2UgdHdv">1</script></html>`);
});

test("a document is kept for one second", () => {
  const { pages, wait } = kept();
  wait(999);
  expect(pages.find(HOME, other)).not.toBeNull();
  wait(1);
  expect(pages.find(HOME, other)).toBeNull();
});

const differences: Partial<RequestContext>[] = [
  { language: "es" },
  { theme: "light" },
  { gender: 2 },
  { adult: true },
  { logo: "/logo-afterglow.svg" },
  { noindex: true },
  { origin: "http://other.example" },
];
test.each(differences)(
  "a guest of whom something else is known (%o) gets no document made for the first",
  (choice) => {
    expect(kept().pages.find(HOME, { ...other, ...choice })).toBeNull();
  },
);

const viewer = { id: 7 } as FanProfile;
test.each([
  { session: "alive", viewer },
  { session: "alive", viewer: null },
  { session: "ended", viewer: null, expired: true },
] as const)("nobody with a session (%o) is answered from here, and nothing of theirs is kept", (person) => {
  expect(kept().pages.find(HOME, { ...other, ...person })).toBeNull();
  expect(kept({ ...GUEST, ...person }).pages.find(HOME, other)).toBeNull();
});

test.each(["http://fan.example/?gender=2", "http://fan.example/login", "http://fan.example/stream/luna"])(
  "only the front page itself is kept, not %s",
  (address) => {
    const request = new Request(address);
    expect(kept(GUEST, request).pages.find(request, other)).toBeNull();
    expect(kept().pages.find(request, other)).toBeNull();
  },
);

test("without a nonce, while developing, nothing is kept", () => {
  const plain = { ...GUEST, nonce: "" };
  expect(kept(plain).pages.find(HOME, plain)).toBeNull();
});
