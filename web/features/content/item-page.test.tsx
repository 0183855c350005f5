// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Post } from "#contract/content.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { openVideo, videoOf } from "#testing/web/item.ts";
import type { ContentItem, ContentKind } from "#web/entities/content/content-item.ts";
import { itemQuery } from "#web/entities/content/content-query.ts";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { ItemPage } from "./ItemPage.tsx";

const packages = {
  success: true,
  data: {
    packages: [],
    promo: null,
    descriptor: "FNL",
    open: true,
    card: "fields",
    hosted_fields: null,
    regional_countries: [],
    saves_cards: false,
    retry_after: null,
  },
} as const;

afterEach(closePage);

/** The data that the page has been loaded with. */
const known = (kind: ContentKind, item: ContentItem) =>
  browserQueryClient().setQueryData(itemQuery(kind, item.id).queryKey, item);

type Scene = { balance?: number | null; answers?: Answers };

function openVideoPage(item = videoOf(), { balance = 120, answers = {} }: Scene = {}) {
  known("video", item);
  return openPage(
    <ItemPage kind="video" id={item.id} />,
    {
      "GET /api/token-packages": packages as never,
      ...(balance === null ? {} : { "GET /api/fan/profile": fanProfile({ balance }) }),
      ...answers,
    },
    { signedIn: balance !== null, at: `/videos/${item.id}` },
  );
}

test("R-CONTENT-10, R-AUTH-36: a guest is led to the login, and the item is what they come back to", async () => {
  const page = openVideoPage(videoOf(), { balance: null });
  expect(document.querySelector("video")).toBeNull();
  await page.user.click(await screen.findByRole("link", { name: "Log in to unlock" }));
  expect(page.path()).toBe("/login");
  expect(decodeURIComponent(document.cookie)).toContain("routeBack=/videos/5");
});

test("a guest sees the price of an item in tokens and, once packages are known, in money", async () => {
  const asked = Promise.withResolvers<Reply>();
  openVideoPage(videoOf(), { balance: null, answers: { "GET /api/token-packages": () => asked.promise } });
  const price = (await screen.findByText("50 tokens")).parentElement;
  expect(price?.textContent).toBe("50 tokens");
  const data = { ...packages.data, packages: [{ tokens: 100, price: 8.2 }] };
  asked.resolve({ status: 200, body: { ...packages, data } });
  await waitFor(() => expect(price?.textContent).toBe("50 tokens≈\u00a0$4.10"));
});

test("R-CONTENT-10, R-PAY-03: a fan with too few tokens is shown how many, and tops up by what it costs", async () => {
  const openings: CheckoutOpening[] = [];
  const stop = onCheckoutOpened((opening) => openings.push(opening));
  const page = openVideoPage(videoOf({ price: 50 }), { balance: 10 });
  expect((await screen.findByRole("alert")).textContent).toBe("You are 40 tokens short.");
  await page.user.click(screen.getByRole("button", { name: "Get tokens" }));
  expect(openings).toEqual([{ reason: "balance_too_low", needed: 50 }]);
  stop();
});

test("R-CONTENT-06, R-ERR-31: an item is bought once however often it is pressed, its price leaves the balance, and it opens there", async () => {
  const buy = "POST /api/fan/buy-attachment";
  const answered = Promise.withResolvers<Reply>();
  const page = openVideoPage(videoOf(), { answers: { [buy]: () => answered.promise } });
  const unlock = await screen.findByRole("button", { name: "Unlock for 50 tokens" });
  await page.user.dblClick(unlock);
  await page.user.click(unlock);
  answered.resolve({ status: 200, body: { balance: 70, item: openVideo } });
  await waitFor(() => expect(document.querySelector("video")).not.toBeNull());
  expect(page.toasts()).toEqual(["File purchased for 50 tokens"]);
  expect(page.callsOf(buy).map(({ body }) => body)).toEqual([{ attachment_id: 5, price: 50 }]);
  expect(document.querySelector("video")?.getAttribute("src")).toBe("/files/film.mp4");
});

test("an item that a subscription opened meanwhile costs nothing, and nobody is shown that it was paid", async () => {
  const included = { ...openVideo, for_subscribers: true, access: "subscription" } as const;
  const page = openVideoPage(videoOf({ for_subscribers: true }), {
    answers: {
      "POST /api/fan/buy-attachment": () => ({ status: 200, body: { balance: 120, item: included } }),
    },
  });
  await page.user.click(await screen.findByRole("button", { name: "Unlock for 50 tokens" }));
  await waitFor(() => expect(page.toasts()).toEqual(["Included in your subscription to Clara"]));
});

test("R-CONTENT-02, R-OPEN-38: after a lost answer the same purchase is asked about, by the same key and at its own price", async () => {
  const buy = "POST /api/fan/buy-attachment";
  const page = openVideoPage(videoOf(), {
    answers: { [buy]: inTurn({ status: 500 }, { status: 200, body: { balance: 70, item: openVideo } }) },
  });
  await page.user.click(await screen.findByRole("button", { name: "Unlock for 50 tokens" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^We didn’t hear back\. Try again/);
  expect(page.toasts()).toEqual(["Error status 500"]);
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(document.querySelector("video")).not.toBeNull());
  const sent = page.callsOf(buy).map(({ body, headers }) => ({ body, key: headers.get("idempotency-key") }));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test.each([
  [402, { needed: 50, balance: 20 }, "You are 30 tokens short.", []],
  [409, { code: "price_changed" }, "The price has changed to 60 tokens. Nothing was charged.", []],
  [409, {}, "No.", ["Error 409: No."]],
  [404, {}, "No.", ["Error 404: No."]],
] as const)(
  "R-CONTENT-02, R-CONTENT-03: a purchase that is refused with %i %o says why, and the next press is another one",
  async (status, more, text, toasts) => {
    const buy = "POST /api/fan/buy-post/{postId}";
    const post = (price: number) =>
      ({ ...videoOf({ price }), type: "picture", body: null }) as unknown as Post;
    known("post", post(50));
    const page = openPage(
      <ItemPage kind="post" id={5} />,
      {
        "GET /api/fan/profile": fanProfile({ balance: 120 }),
        "GET /api/token-packages": packages as never,
        "GET /api/posts/{id}": post(60) as never,
        [buy]: inTurn({ status, body: { code: "no", message: "No.", ...more } }),
      },
      { at: "/allposts/5" },
    );
    await page.user.click(await screen.findByRole("button", { name: "Unlock for 50 tokens" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(text));
    expect(page.toasts()).toEqual(toasts);
    if (status === 402) return;
    await page.user.click(screen.getByRole("button", { name: /^Unlock for/ }));
    await waitFor(() => expect(page.callsOf(buy)).toHaveLength(2));
    expect(new Set(page.callsOf(buy).map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  },
);

test("R-CONTENT-07: a post says that its text opens with it, and shows it once it is bought", async () => {
  const post = { ...videoOf({ price: 30 }), type: "picture", body: null } as unknown as Post;
  const bought = { ...openVideo, type: "picture", body: "Start with the rests." };
  known("post", post);
  const page = openPage(
    <ItemPage kind="post" id={post.id} />,
    {
      "GET /api/fan/profile": fanProfile({ balance: 100 }),
      "GET /api/token-packages": packages as never,
      "POST /api/fan/buy-post/{postId}": () => ({ status: 200, body: { balance: 70, item: bought } }),
    },
    { at: `/allposts/${post.id}` },
  );
  await screen.findByText("Unlock it to read the text.");
  await page.user.click(await screen.findByRole("button", { name: "Unlock for 30 tokens" }));
  await screen.findByText("Start with the rests.");
  expect(screen.queryByText("Unlock it to read the text.")).toBeNull();
});

test("R-OPEN-100: a film that does not come says so, and is asked for again under a fresh address where it stood", async () => {
  const fresh = { ...openVideo, watchUrl: "/files/film.mp4?fresh" };
  const page = openVideoPage(openVideo, {
    answers: { "GET /api/videos/{id}": inTurn({ status: 200, body: fresh }) } as Answers,
  });
  const film = () => document.querySelector("video") as HTMLVideoElement;
  await waitFor(() => expect(film()).not.toBeNull());
  film().currentTime = 12;
  fireEvent.timeUpdate(film());
  fireEvent.error(film());
  await screen.findByText("This didn’t load. Check your connection and try again.");
  expect(film()).toBeNull();
  await page.user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(film()?.getAttribute("src")).toBe("/files/film.mp4?fresh"));
  const seek = vi.fn<(at: number) => void>();
  Object.defineProperty(film(), "currentTime", { set: seek });
  fireEvent.loadedMetadata(film());
  expect(seek).toHaveBeenCalledWith(12);
});
