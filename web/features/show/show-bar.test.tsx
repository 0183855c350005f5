// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { Link } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { ShowState } from "#contract/show-state.ts";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { receiptOf, showOf } from "#testing/web/show.ts";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { LowTokens, tokensEndFirst } from "./LowTokens.tsx";
import { ReceiptPage } from "./receipt/ReceiptPage.tsx";
import { ShowBar } from "./ShowBar.tsx";

afterEach(closePage);

const answers = {
  "GET /api/wallet/token-cost": { cost: { amount: 0.05, currency: "USD" } },
  "GET /api/fan/profile": fanProfile({ balance: 500 }),
  "GET /api/token-packages": {
    success: true,
    data: { packages: [{ id: 1, tokens: 100, price: 10 }], promo: null },
  } as never,
};
const bar = (change: Partial<ShowState>, onLeave = () => {}) => {
  const show = showOf(change);
  return openPage(
    <ShowBar show={show} name="Luna" onLeave={onLeave}>
      <LowTokens show={show} />
    </ShowBar>,
    answers,
  );
};

test("R-LIVE-41, R-OPEN-71: the meter shows time, tokens and money, and a pause says why nothing is charged", async () => {
  bar({});
  await screen.findByText("40 tk · $2.00");
  expect(screen.getByText("60 tokens a minute")).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toBe("00:40");
  closePage();
  bar({ rate: 1 });
  expect(await screen.findByText("1 token a minute")).toBeTruthy();
  closePage();
  bar({ state: "paused", pause: "model_media_lost" });
  await screen.findByText(/^No video, not charging\. Luna’s video is interrupted/);
  expect(screen.getAllByRole("status").map((status) => status.textContent)).toContain(
    "Paused: your time isn’t running",
  );
});

test("R-LIVE-41, R-OPEN-63: beside the rate stands the limit that the fan set, the most it costs and what is left of it", async () => {
  bar({ cap: { seconds: 600 }, seconds_left: 560 });
  await screen.findByText("Limit 10:00 · at most 600 tk (≈ $60.00)");
  expect(screen.getByText("09:20 left")).toBeTruthy();
  expect(screen.getByText("60 tokens a minute")).toBeTruthy();
  closePage();
  bar({ cap: { seconds: 30 }, minimum: 60, seconds_left: 25 });
  await screen.findByText("Limit 00:30 · at most 60 tk (≈ $6.00)");
  closePage();
  bar({ cap: { tokens: 450 }, seconds_left: 410, state: "paused", pause: "model_paused" });
  await screen.findByText("Limit 450 tk (≈ $45.00)");
  expect(screen.getByText("06:50 left")).toBeTruthy();
  closePage();
  bar({ seconds_left: 410 });
  await screen.findByText("60 tokens a minute · 06:50 left");
  expect(screen.queryByText(/^Limit/)).toBeNull();
  closePage();
  bar({ role: "spy", free_seconds: 10, cap: { tokens: 1, seconds: 10 }, spent: 0, seconds_left: 9 });
  await screen.findByText("Free look");
  expect(screen.queryByText(/^Limit/)).toBeNull();
});

test("R-LIVE-35, R-OPEN-65: three minutes and one minute before the tokens end a top-up is offered that names its package", async () => {
  const openings: CheckoutOpening[] = [];
  const stop = onCheckoutOpened((opening) => openings.push(opening));
  const page = bar({ seconds_left: 170 });
  await screen.findAllByText("Your tokens will last 02:50.");
  await page.user.click(await screen.findByRole("button", { name: "100 tokens for $10.00" }));
  expect(openings).toEqual([{ reason: "balance_too_low", beside: true, offerId: 1 }]);
  await page.user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(/^Your tokens will last/)).toBeNull();
  closePage();
  bar({ seconds_left: 200 });
  expect(screen.queryByText(/^Your tokens will last/)).toBeNull();
  stop();
});

test("R-LIVE-35, R-OPEN-65: who closed the reminder of three minutes is reminded again at one minute, and once", async () => {
  const at = (left: number) => showOf({ seconds_left: left });
  function Steps() {
    const [left, setLeft] = useState(180);
    return (
      <>
        <LowTokens show={at(left)} />
        {[61, 60, 30].map((next) => (
          <button type="button" key={next} onClick={() => setLeft(next)}>{`to ${next}`}</button>
        ))}
      </>
    );
  }
  const page = openPage(<Steps />, answers);
  const go = (next: number) => page.user.click(screen.getByRole("button", { name: `to ${next}` }));
  const status = () => screen.getByRole("status").textContent;
  const close = () => page.user.click(screen.getByRole("button", { name: "Close" }));
  expect(status()).toBe("Your tokens will last 03:00.");
  await close();
  await go(61);
  expect(status()).toBe("");
  await go(60);
  expect(status()).toBe("Your tokens will last 01:00.");
  await close();
  await go(30);
  expect(status()).toBe("");
});

test("R-OPEN-65: how long the tokens last runs on in sight, and is said once for each reminder", async () => {
  function Steps() {
    const [left, setLeft] = useState(170);
    return (
      <>
        <LowTokens show={showOf({ seconds_left: left })} />
        <button type="button" onClick={() => setLeft(left - 60)}>
          A minute later
        </button>
      </>
    );
  }
  const page = openPage(<Steps />, answers);
  const texts = () => [screen.getByRole("timer"), screen.getByRole("status")].map((part) => part.textContent);
  expect(texts()).toEqual(["Your tokens will last 02:50.", "Your tokens will last 02:50."]);
  const later = () => page.user.click(screen.getByRole("button", { name: "A minute later" }));
  await later();
  expect(texts()).toEqual(["Your tokens will last 01:50.", "Your tokens will last 02:50."]);
  await later();
  expect(texts()).toEqual(["Your tokens will last 00:50.", "Your tokens will last 00:50."]);
});

test("R-OPEN-66: the fan of a private show sees how many spies watch", async () => {
  bar({ spies_allowed: true });
  expect(screen.queryByText(/watching/)).toBeNull();
  closePage();
  bar({ spies_allowed: true, spy_count: 1 });
  expect(screen.getByText("1 spy is watching")).toBeTruthy();
  closePage();
  bar({ spies_allowed: true, spy_count: 3 });
  expect(screen.getByText("3 spies are watching")).toBeTruthy();
});

test("R-OPEN-66: a spy reads how many seconds are still free, then how many were", () => {
  const spy = (change: Partial<ShowState>) => {
    closePage();
    bar({ role: "spy", rate: 20, free_seconds: 10, cap: { seconds: 300, tokens: 100 }, ...change });
    return document.body.textContent;
  };
  expect(spy({ served_seconds: 4, spent: 0 })).toContain("0 tkFree for 6 more seconds");
  expect(spy({ served_seconds: 9, spent: 0 })).toContain("Free for 1 more second");
  expect(spy({ served_seconds: 18, spent: 2 })).toContain("20 tokens a minute · 10 s free");
  expect(spy({ served_seconds: 4, spent: 0, cap: { seconds: 10, tokens: 1 } })).toContain("Free look");
});

test("R-OPEN-65: a fan whose limit comes first is not reminded of their tokens", () => {
  expect(tokensEndFirst(showOf({ seconds_left: 100 }))).toBe(true);
  expect(tokensEndFirst(showOf({ seconds_left: 100, cap: { seconds: 140 } }))).toBe(false);
  expect(tokensEndFirst(showOf({ seconds_left: 100, cap: { tokens: 140 } }))).toBe(false);
  expect(tokensEndFirst(showOf({ seconds_left: 100, cap: { seconds: 600 } }))).toBe(true);
  expect(tokensEndFirst(showOf({ role: "promo", rate: 0, seconds_left: 100 }))).toBe(false);
});

test("R-LIVE-26, R-OPEN-70: leaving asks first, says what was spent and that the minimum is owed", async () => {
  const guard = (change: Partial<ShowState>) =>
    openPage(<LeaveGuard show={showOf(change)} name="Luna" container={null} asking onAsk={() => {}} />, {
      ...answers,
      "POST /api/fan/leave-show": { show: showOf({ state: "ended" }) },
    });
  const page = guard({});
  const sheet = await screen.findByRole("dialog", { name: "Leave the show with Luna?" });
  await within(sheet).findByText("So far: 00:40, 40 tokens ($2.00).");
  expect(page.callsOf("POST /api/fan/leave-show")).toHaveLength(0);
  await page.user.click(within(sheet).getByRole("button", { name: "Leave show" }));
  expect(page.callsOf("POST /api/fan/leave-show")).toHaveLength(1);
  closePage();
  guard({ minimum: 60 });
  await screen.findByText("You pay the agreed minimum of 60 tokens.");
});

test.each([
  [429, "rate_limited", "Too many tries. Please wait."],
  [403, "forbidden", "This is not open to your account."],
  [503, "overloaded", "Too busy at the moment. Please try again."],
])(
  "R-LIVE-26: a fan whose leaving is refused (%i) is shown that, as the meter goes on",
  async (status, code, message) => {
    const page = openPage(
      <LeaveGuard show={showOf()} name="Luna" container={null} asking onAsk={() => {}} />,
      {
        ...answers,
        "POST /api/fan/leave-show": () => ({ status, body: { code, message } }),
      },
    );
    await page.user.click(await screen.findByRole("button", { name: "Leave show" }));
    await waitFor(() => expect(page.toasts()).toEqual([message]));
  },
);

test("R-OPEN-63: a receipt gives the time, every pause with its reason, tokens, money and transfers", async () => {
  const show = showOf({
    state: "ended",
    ended_at: "2026-12-01T00:02:00.000Z",
    end_reason: "cap_reached",
    seconds_left: 0,
  });
  const receipt = receiptOf(show, {
    name: "Luna Duarte",
    pauses: [
      { reason: "model_media_lost", from: "2026-12-01T00:00:10.000Z", to: "2026-12-01T00:00:25.000Z" },
      { reason: "fan_media_lost", from: "2026-12-01T00:01:30.000Z", to: null },
    ],
  });
  openPage(<ReceiptPage id={5} />, { ...answers, "GET /api/fan/shows/{id}/receipt": receipt });
  await screen.findByRole("heading", { name: "Receipt for your show" });
  const read = (screen.getByRole("article").textContent ?? "").replaceAll(/\s/g, " ");
  for (const text of [
    "00:40 (40 seconds)",
    "40 seconds at 60 tokens a minute40 tokens",
    "40 tokens",
    "Worth: $4.00 USD",
    "You reached your show limit.",
    "Luna Duarte’s video was interrupted",
    "12:00:10 AM to 12:00:25 AM",
    "Your video was not playing",
    "Other moments without video00:35",
    "#71, #75",
  ])
    expect(read).toContain(text);
  closePage();
  openPage(
    <ReceiptPage id={6} />,
    {
      ...answers,
      "GET /api/fan/shows/{id}/receipt": () => ({
        status: 404,
        body: { code: "unknown_show", message: "no" },
      }),
    },
    { language: "es" },
  );
  await screen.findByText("No encontramos este recibo en tu cuenta");
});

test("R-OPEN-70: a link out of the room asks first, and once the show is left it is followed", async () => {
  const page = openPage(
    <LeaveRoom />,
    { ...answers, "POST /api/fan/leave-show": { show: showOf({ state: "ended", end_reason: "fan_left" }) } },
    { at: "/stream/luna" },
  );
  await page.user.click(await screen.findByRole("link", { name: "Away" }));
  expect(page.path()).toBe("/stream/luna");
  await page.user.click(await screen.findByRole("button", { name: "Stay" }));
  expect(page.path()).toBe("/stream/luna");
  await page.user.click(screen.getByRole("link", { name: "Away" }));
  await page.user.click(await screen.findByRole("button", { name: "Leave show" }));
  await waitFor(() => expect(page.path()).toBe("/luna"));
  expect(page.toasts()).toEqual(["You left the show. It cost 40 tokens."]);
});

function LeaveRoom() {
  const [asking, ask] = useState(false);
  return (
    <>
      <Link to="/luna">Away</Link>
      <LeaveGuard show={showOf()} name="Luna" container={null} asking={asking} onAsk={ask} />
    </>
  );
}
