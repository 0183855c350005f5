// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { localSpan } from "#web/lib/i18n/local-span.ts";
import { PageConfigProvider, usePageConfig } from "#web/lib/page/page-config.ts";
import { BlockedNotice } from "./BlockedNotice.tsx";
import { HeroActions } from "./HeroActions.tsx";
import { PlannedPanel } from "./PlannedPanel.tsx";
import { ShareButton } from "./ProfileHero.tsx";

afterEach(closePage);

const planned = [26, 27, 28, 29, 30].map((day) => ({
  from: `2026-11-${day}T01:00:00.000Z`,
  to: `2026-11-${day}T04:00:00.000Z`,
}));

test("the next times are shown by the reader's clock, four at most, and nothing of a model who plans none", async () => {
  const page = openPage(<PlannedPanel page={{ planned }} />, {});
  const [first] = planned;
  const span = localSpan(first as (typeof planned)[number]).replaceAll(/\s/g, " ");
  expect(await screen.findByText(span)).toBeDefined();
  expect(screen.getAllByRole("listitem")).toHaveLength(4);
  page.close();
  openPage(<PlannedPanel page={{ planned: [] }} />, {}, { language: "es" });
  expect(screen.queryByRole("heading")).toBeNull();
});

afterEach(closePage);

test("who has blocked a model reads so and lifts it by a press; a refusal changes nothing", async () => {
  let lifted = 0;
  const page = openPage(<BlockedNotice page={rosa} onUnblocked={() => lifted++} />, {
    "POST /api/fan/block-model": inTurn(
      { status: 404, body: { message: "No such model." } },
      { status: 200, body: { data: [] } },
    ),
  });
  screen.getByText("You blocked Rosa");
  const button = screen.getByRole("button", { name: "Unblock Rosa" });
  await page.user.click(button);
  await waitFor(() => expect(page.toasts()).toEqual(["No such model."]));
  expect(lifted).toBe(0);
  await page.user.click(button);
  await waitFor(() => expect(lifted).toBe(1));
  const bodies = page.callsOf("POST /api/fan/block-model").map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ model_id: rosa.id, blocked: false }));
});

test.each([
  ["public", "Promo show 4 min", "/promo-stream/abc"],
  ["private", "Spy 10/min", "/stream/rosa?show=spy"],
] as const)(
  "R-LIVE-41: a %s room of a model who gives the fan free minutes offers: %s",
  (type, name, path) => {
    const promo = { id: 4, duration: 300, email: "fan@mail.test", fan_id: 1, time_used: 60, token: "abc" };
    const stream = { ...rosa.stream, stream_status: "began", stream_type: type, promo_data: promo } as const;
    const page = { ...rosa, isStream: true, promoEnabled: true, promoStreamData: promo, stream };
    const nothing = () => undefined;
    openPage(
      <HeroActions page={page} tipping={false} onAction={nothing} onTipped={nothing} Tip={() => null} />,
      {},
    );
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
  },
);

test.each([
  ["en", /^This browser can’t play live video\s*You can’t start paid shows/],
  ["es", /^Este navegador no puede reproducir video en vivo\s*No puedes empezar shows de pago/],
] as const)(
  "in a browser that plays nothing live the profile offers no show, and says why (%s)",
  (language, words) => {
    const page = { ...rosa, isStream: true, stream: { ...rosa.stream, stream_status: "began" } } as const;
    const nothing = () => undefined;
    openPage(
      <HeroActions page={page} tipping={false} onAction={nothing} onTipped={nothing} Tip={() => null} />,
      {},
      { webrtc: false, language },
    );
    expect(document.querySelector("a[href*='?show=']")).toBeNull();
    expect([...document.querySelectorAll("p")].map((line) => line.textContent)).toEqual([
      expect.stringMatching(words),
    ]);
  },
);

afterEach(() => {
  Reflect.deleteProperty(navigator, "share");
  closePage();
});

/** The button on a device that shares like this, or not at all. */
function openShare(share?: (what: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  function Rosa() {
    return (
      <PageConfigProvider value={{ ...usePageConfig(), origin: "https://fan.example" }}>
        <ShareButton name="Rosa" login="rosa" />
      </PageConfigProvider>
    );
  }
  return openPage(<Rosa />, {}, { at: "/rosa" });
}

const button = () => screen.queryByRole("button", { name: "Share Rosa’s page" });

test("R-NAV-08: the page is shared where the device knows how, and nowhere else", async () => {
  openShare().close();
  expect(button()).toBeNull();
  const share = vi.fn<(what: ShareData) => Promise<void>>(async () => undefined);
  const page = openShare(share);
  await page.user.click(button() as HTMLElement);
  expect(share).toHaveBeenCalledWith({ title: "Rosa · Fanlight", url: "https://fan.example/rosa" });
  expect(page.toasts()).toEqual([]);
});

test.each([
  ["AbortError", []],
  ["NotAllowedError", ["We couldn’t share the page. Please try again."]],
])(
  "R-NAV-08: what the device makes of it is shown when it failed, and not when somebody changed their mind: %s",
  async (name, toasts) => {
    const share = vi.fn<() => Promise<void>>(() => Promise.reject(new DOMException("no", name)));
    const page = openShare(share);
    await page.user.click(button() as HTMLElement);
    await waitFor(() => expect(page.toasts()).toEqual(toasts));
    expect(share).toHaveBeenCalledOnce();
  },
);
