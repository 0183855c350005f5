// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Room } from "#contract/live.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type PageOptions,
} from "#testing/component/page.tsx";
import { cardOf } from "#testing/web/card.ts";
import { showOf } from "#testing/web/show.ts";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { applyShowEvent, changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { useBalance } from "#web/lib/session/viewer.ts";
import type { ConsentKind } from "./consent.ts";
import { ShowLayers } from "./ShowLayers.tsx";
import { useFanShow } from "./use-fan-show.ts";

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const packages = {
  success: true,
  data: {
    packages: [
      { id: 1, tokens: 100, price: 10 },
      { id: 2, tokens: 500, price: 40 },
    ],
    promo: null,
  },
} as never;
const expires_at = new Date(Date.now() + 30_000).toISOString();
const asked = { id: 9, state: "asked", expires_at, rate: 45, minimum: 0, spies_allowed: true } as const;
const ask = "POST /api/fan/show-requests";
const invitation = {
  id: 4,
  slug: "luna",
  mode: "private",
  rate: 30,
  minimum: 0,
  spies_allowed: false,
} as const;

const room = (change: Partial<Room> = {}) =>
  ({
    model: { ...cardOf({ isStream: true }), id: 2, login: "luna" },
    rates: { private: 45, vip: 60, spy: 12, minimum: 0 },
    terms: { spies_allowed: true, two_way_allowed: false },
    show: null,
    ...change,
  }) as unknown as Room;

function Layers({ of, consent }: { of: Room; consent: Exclude<ConsentKind, "spy"> | null }) {
  const fan = useFanShow("luna");
  const balance = useBalance();
  if (balance === null) return null;
  return (
    <ShowLayers
      room={of}
      fan={fan}
      beginning={0}
      leaving={false}
      onLeaving={() => {}}
      balance={balance}
      container={null}
      consent={consent}
      onConsent={() => {}}
    />
  );
}

type Scene = { balance?: number; answers?: Answers; of?: Room; consent?: "private" | "vip" | null };

function open(
  { balance = 1_000, answers = {}, of = room(), consent = "private" }: Scene,
  options?: PageOptions,
) {
  return openPage(
    <Layers of={of} consent={consent} />,
    {
      "GET /api/fan/profile": fanProfile({ balance }),
      "GET /api/token-packages": packages,
      "GET /api/fan/show": { show: null },
      [ask]: () => ({ status: 201, body: asked }),
      ...answers,
    },
    options,
  );
}

const askButton = { name: "Ask for a private show" };

/** The room as the page has it, whatever becomes of it. */
function RoomLayers() {
  const entry = useQuery({ ...roomQuery("luna"), enabled: false }).data;
  return entry?.kind === "open" && <Layers of={entry.room} consent="private" />;
}

test("R-PROFILE-05, R-LIVE-33: the sheet reads the rates when it opens: a price that was changed elsewhere is what is agreed to", async () => {
  browserQueryClient().setQueryData(roomQuery("luna").queryKey, { kind: "open", room: room() } as RoomEntry);
  const page = openPage(<RoomLayers />, {
    "GET /api/fan/profile": fanProfile({ balance: 500 }),
    "GET /api/token-packages": packages,
    "GET /api/fan/show": { show: null },
    "GET /api/model-rates": { private: 70, vip: 80, spy: 15, minimum: 0 },
    [ask]: () => ({ status: 201, body: asked }),
  });
  await screen.findByRole("radio", { name: /70/ });
  await page.user.click(await screen.findByRole("button", askButton));
  await waitFor(() => expect(page.callsOf(ask)).toMatchObject([{ body: { rate: 70, cap_seconds: 300 } }]));
});

test("R-LIVE-33, R-OPEN-63: a balance that does not cover ten minutes is limited to five beforehand, and never left without a limit", async () => {
  const page = open({ balance: 400 });
  await page.user.click(await screen.findByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  expect(page.callsOf(ask)[0]?.body).toEqual({
    model_id: 2,
    mode: "private",
    rate: 45,
    minimum: 0,
    cap_seconds: 300,
  });
});

test("R-LIVE-33: what a balance lasts is said as on a clock, also beyond an hour", async () => {
  open({ balance: 2_704 });
  expect(await screen.findByText("At this price, your 2,704 tokens last 1:00:05.")).toBeTruthy();
});

test("R-LIVE-33, R-OPEN-63: rate, money, minimum, spies and what the balance lasts are said before anything is asked; the limit goes along", async () => {
  const page = open({});
  const sheet = await screen.findByRole("dialog", { name: /Private show with Luna/ });
  await within(sheet).findByText("≈ $4.50");
  for (const text of [
    "No minimum: you pay by the second.",
    "You can stop any time. You only pay for seconds with video.",
    "At most 450 tokens (≈ $45.00)",
    "Shows aren’t recorded.",
    "Others can spy on this show for 12 tokens a minute (≈ $1.20). They can’t chat.",
    "At this price, your 1,000 tokens last 22:13.",
  ])
    expect(within(sheet).getByText(text)).toBeTruthy();
  expect(page.callsOf(ask)).toEqual([]);
  await page.user.click(within(sheet).getByRole("button", { name: /^5 min/ }));
  await page.user.click(within(sheet).getByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  const [sent] = page.callsOf(ask);
  expect(sent?.body).toEqual({ model_id: 2, mode: "private", rate: 45, minimum: 0, cap_seconds: 300 });
  expect(sent?.headers.get("idempotency-key")).toBeTruthy();
});

test("one token a minute is named as one, beside the price", async () => {
  open({ of: room({ rates: { private: 1, vip: 60, spy: 1, minimum: 1 } }) });
  const sheet = await screen.findByRole("dialog", { name: /Private show with Luna/ });
  expect(within(sheet).getByText("1").parentElement?.textContent).toMatch(/^1 token a minute/);
  for (const words of [/^1 token · /, /spy on this show for 1 token a minute \(/])
    within(sheet).getByText(words);
});

test("R-LIVE-33: in Spanish, a VIP show says that nobody can spy, and without a limit none is sent", async () => {
  const page = open({ consent: "vip" }, { language: "es" });
  await screen.findByText("Uno a uno, sin espías");
  await page.user.click(screen.getByRole("button", { name: /^Sin límite/ }));
  await page.user.click(screen.getByRole("button", { name: "Pedir show VIP" }));
  await waitFor(() =>
    expect(page.callsOf(ask)[0]?.body).toEqual({ model_id: 2, mode: "vip", rate: 60, minimum: 0 }),
  );
});

test("R-LIVE-28, R-OPEN-62: a price that has changed meanwhile is shown and agreed to again, by a key of its own", async () => {
  const changed = { code: "price_changed", message: "The price has changed.", rate: 65, minimum: 0 };
  const page = open({
    answers: { [ask]: inTurn({ status: 409, body: changed }, { status: 201, body: { ...asked, rate: 65 } }) },
  });
  await page.user.click(await screen.findByRole("button", askButton));
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /^The price is now 65 tokens a minute\. You haven’t been charged/,
  );
  await page.user.click(screen.getByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  const keys = page.callsOf(ask).map(({ headers }) => headers.get("idempotency-key"));
  expect(page.callsOf(ask).map(({ body }) => (body as { rate: number }).rate)).toEqual([45, 65]);
  expect(new Set(keys).size).toBe(2);
});

test("R-OPEN-62, R-OPEN-63: a minimum that has risen meanwhile is shown, and agreed to before anything is asked for it", async () => {
  const changed = { code: "price_changed", message: "The price has changed.", rate: 45, minimum: 45 };
  const page = open({
    answers: { [ask]: inTurn({ status: 409, body: changed }, { status: 201, body: asked }) },
  });
  await page.user.click(await screen.findByRole("button", askButton));
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /^The minimum is now 45 tokens\. You haven’t been charged/,
  );
  expect(screen.getByText("Minimum").nextSibling?.textContent).toMatch(/^45 tokens/);
  expect(screen.getByText(/^You can stop any time\./).textContent).toMatch(
    /or the minimum if you stop sooner\.$/,
  );
  await page.user.click(screen.getByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  expect(page.callsOf(ask).map(({ body }) => (body as { minimum: number }).minimum)).toEqual([0, 45]);
});

test("R-OPEN-66: who agreed to a show without spies says so, and is asked again where others may spy by now", async () => {
  const message = "Spies are allowed now, so your request was not sent and nothing was charged.";
  const spies = { status: 409, body: { code: "spies_changed", message, rate: 15 } };
  const page = open({
    of: room({ terms: { spies_allowed: false, two_way_allowed: false } }),
    answers: { [ask]: inTurn(spies, { status: 201, body: asked }) },
  });
  await page.user.click(await screen.findByRole("button", askButton));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.getByText(/^Others can spy on this show for 15 tokens a minute/)).toBeTruthy();
  await page.user.click(screen.getByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  const [first, second] = page.callsOf(ask).map(({ body }) => body);
  expect(first).toMatchObject({ spies_allowed: false });
  expect(second).not.toHaveProperty("spies_allowed");
});

test("R-OPEN-64, R-LIVE-35: with too few tokens the smallest package that is enough is offered, and the sheet stays", async () => {
  const openings: CheckoutOpening[] = [];
  const stop = onCheckoutOpened((opening) => openings.push(opening));
  const page = open({ balance: 12 });
  await page.user.click(await screen.findByRole("button", { name: "Buy 100 tokens · $10.00" }));
  expect(openings).toEqual([{ reason: "balance_too_low", needed: 45 }]);
  expect(screen.queryByRole("button", askButton)).toBeNull();
  expect(screen.getByRole("dialog", { name: /Private show with Luna/ })).toBeTruthy();
  stop();
});

test("R-LIVE-31, R-OPEN-68: the wait can be ended; a no is said with its reason, a silence as such", async () => {
  const page = open({ answers: { "DELETE /api/fan/show-requests/{id}": () => ({ status: 204 }) } });
  const cache = browserQueryClient();
  const answered = (state: "declined" | "expired", reason?: string) =>
    applyShowEvent(cache, {
      name: "ShowRequestAnswered",
      data: { id: 9, model_id: 2, slug: "luna", state, ...(reason ? { reason } : {}) },
    });
  await page.user.click(await screen.findByRole("button", askButton));
  expect((await screen.findByRole("timer")).getAttribute("aria-label")).toMatch(/seconds left/);
  await page.user.click(screen.getByRole("button", { name: "Cancel request" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Asking Luna" })).toBeNull());
  await page.user.click(await screen.findByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  answered("declined", "Staying with everybody tonight.");
  await screen.findByRole("dialog", { name: "Luna said no this time" });
  expect(screen.getByText("Staying with everybody tonight.")).toBeTruthy();
  await page.user.click(screen.getByRole("button", { name: "OK" }));
  await page.user.click(await screen.findByRole("button", askButton));
  await screen.findByRole("dialog", { name: "Asking Luna" });
  answered("expired");
  await screen.findByRole("dialog", { name: "No answer from Luna" });
});

test.each([
  ["too_few_tokens", "You didn’t have enough tokens when the show was about to start."],
  ["key_conflict", "We couldn’t set your tokens aside when the show was about to start."],
  ["frozen", "Spending is paused on your account. Please contact support."],
  ["limit_reached", "This show would have gone over your spending limit."],
  ["spending_paused", "You’re on a spending break."],
])(
  "R-OPEN-64: a yes that could not be paid (%s) is said in words, and not as the model's no",
  async (reason, text) => {
    const page = open({});
    await page.user.click(await screen.findByRole("button", askButton));
    await screen.findByRole("dialog", { name: "Asking Luna" });
    applyShowEvent(browserQueryClient(), {
      name: "ShowRequestAnswered",
      data: { id: 9, model_id: 2, slug: "luna", state: "declined", reason },
    });
    const sheet = await screen.findByRole("dialog", { name: "The show with Luna couldn’t start" });
    expect(within(sheet).getByText(text)).toBeTruthy();
    expect(sheet.querySelector("blockquote")).toBeNull();
  },
);

test("R-OPEN-64: an invitation that was accepted and could not be paid is said to the fan", async () => {
  const page = open({
    consent: null,
    answers: {
      "POST /api/fan/show-invitations/{id}": { id: 4, state: "declined", reason: "limit_reached" },
    },
  });
  changeFanShow(browserQueryClient(), (state) => ({ ...state, invitation: { ...invitation, expires_at } }));
  await page.user.click(await screen.findByRole("button", { name: "Accept for 30 tokens a minute" }));
  await waitFor(() => expect(page.toasts()).toEqual(["This show would have gone over your spending limit."]));
});

test("R-LIVE-32, R-OPEN-68: an invitation asks for the same consent; declined it is gone, accepted it says what was agreed to", async () => {
  const answer = "POST /api/fan/show-invitations/{id}";
  const replies = inTurn(
    { status: 200, body: { id: 4, state: "declined" } },
    { status: 200, body: { id: 4, state: "accepted", show: showOf() } },
  );
  const page = open({ consent: null, answers: { [answer]: replies } });
  const invite = () =>
    changeFanShow(browserQueryClient(), (state) => ({ ...state, invitation: { ...invitation, expires_at } }));
  invite();
  await page.user.click(await screen.findByRole("button", { name: "No, thanks" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  invite();
  await page.user.click(await screen.findByRole("button", { name: "Accept for 30 tokens a minute" }));
  await waitFor(() => expect(page.callsOf(answer)).toHaveLength(2));
  expect(page.callsOf(answer).map(({ body }) => body)).toEqual([
    { accept: false },
    { accept: true, rate: 30, cap_seconds: 600 },
  ]);
});

test("R-LIVE-28, R-OPEN-69: another price in the middle of a show is asked about, with the old one and what silence means", async () => {
  const price = "POST /api/fan/show-price";
  const show = showOf({
    served_seconds: 90,
    spent: 90,
    cap: { tokens: 400, seconds: 600 },
    offer: { rate: 80, expires_at },
  });
  const page = open({
    of: room({ show }),
    answers: { [price]: { show: showOf({ rate: 80 }) }, "GET /api/fan/show": { show } },
  });
  await screen.findByText(/^80 tokens a minute \(≈ \$8\.00\) from now on/);
  expect(screen.getByText("Until you accept, you keep paying 60 tk/min.")).toBeTruthy();
  const cap = "Your 400-token limit stays. At this price it lasts 03:52 more.";
  expect(screen.getByText(cap)).toBeTruthy();
  expect(screen.getByText("If you don’t answer, the show ends, charged at the old price.")).toBeTruthy();
  await page.user.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
  expect(page.callsOf(price).map(({ body }) => body)).toEqual([{ show_id: 5, rate: 80, accept: true }]);
});

test("R-LIVE-32, R-OPEN-69: an invitation that comes where the fan was about to press takes no press, key or Escape for half a second", async () => {
  const answer = "POST /api/fan/show-invitations/{id}";
  const page = open({ answers: { [answer]: { id: 4, state: "declined" } } });
  await screen.findByRole("button", askButton);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  changeFanShow(browserQueryClient(), (state) => ({ ...state, invitation: { ...invitation, expires_at } }));
  pass(1);
  const sheet = screen.getByRole("dialog", { name: /Luna invites you/ });
  const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document, { key: "Escape" });
  expect(getComputedStyle(sheet).pointerEvents).toBe("none");
  expect(document.activeElement, "no button of it").toBe(sheet);
  pressEscape();
  pass(500);
  expect(page.callsOf(answer)).toEqual([]);
  expect(getComputedStyle(sheet).pointerEvents).not.toBe("none");
  vi.useRealTimers();
  pressEscape();
  await waitFor(() => expect(page.callsOf(answer).map(({ body }) => body)).toEqual([{ accept: false }]));
});

test("R-LIVE-28, R-OPEN-69: another price leaves the focus to what is being typed, and says itself all the same", async () => {
  const before = showOf();
  const page = open({ of: room({ show: before }), answers: { "GET /api/fan/show": { show: before } } });
  await waitFor(() => expect(page.callsOf("GET /api/fan/profile")).toHaveLength(1));
  const message = document.body.appendChild(document.createElement("textarea"));
  message.focus();
  const show = showOf({ offer: { rate: 80, expires_at } });
  applyShowEvent(browserQueryClient(), { name: "ShowMeter", data: { model_id: 2, slug: "luna", show } });
  expect((await screen.findByRole("alert")).textContent).toMatch(/^80 tokens a minute/);
  expect(document.activeElement).toBe(message);
  message.remove();
});

test("R-LIVE-28, R-OPEN-62: a request without an answer is asked for again as it was, and nothing else meanwhile", async () => {
  const page = open({ answers: { [ask]: inTurn({ status: 0 }, { status: 201, body: asked }) } });
  await page.user.click(await screen.findByRole("button", { name: /^15 min/ }));
  await page.user.click(screen.getByRole("button", askButton));
  await screen.findByRole("button", { name: "Check again" });
  const limits = screen.getByRole("button", { name: /^15 min/ }).closest("fieldset");
  expect(limits).toHaveProperty("disabled", true);
  for (const choice of screen.getAllByRole("radio")) expect(choice).toHaveProperty("disabled", true);
  await page.user.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(page.callsOf(ask)).toHaveLength(2));
  const [first, second] = page
    .callsOf(ask)
    .map(({ body, headers }) => [body, headers.get("idempotency-key")]);
  expect(second).toEqual(first);
  expect(first?.[0]).toMatchObject({ cap_seconds: 900 });
});

test.each([
  ["en", "You can’t start paid shows while you can’t see the video", "OK"],
  ["es", "No puedes empezar shows de pago mientras no veas el video", "Aceptar"],
] as const)(
  "who could not see a show is offered none, with the reason (%s)",
  async (language, text, close) => {
    const page = open({}, { webrtc: false, language });
    const sheet = within(await screen.findByRole("dialog"));
    expect((await sheet.findByText(new RegExp(text))).parentElement?.textContent).toContain("WebRTC");
    const buttons = sheet.getAllByRole("button").map((button) => button.textContent);
    expect(buttons.filter(Boolean)).toEqual([close]);
    expect(page.callsOf(ask)).toEqual([]);
  },
);

test("an invitation that could not be seen can only be declined", async () => {
  const answer = "POST /api/fan/show-invitations/{id}";
  const page = open(
    { consent: null, answers: { [answer]: { id: 4, state: "declined" } } },
    { webrtc: false },
  );
  changeFanShow(browserQueryClient(), (state) => ({ ...state, invitation: { ...invitation, expires_at } }));
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByText(/You can’t start paid shows/);
  expect(sheet.queryByRole("button", { name: /Accept/ })).toBeNull();
  await page.user.click(sheet.getByRole("button", { name: "No, thanks" }));
  await waitFor(() => expect(page.callsOf(answer).map(({ body }) => body)).toEqual([{ accept: false }]));
});
