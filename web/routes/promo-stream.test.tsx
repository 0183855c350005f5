// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import type { PromoEntry } from "#web/entities/show/enter-promo.ts";
import { promoQuery } from "#web/entities/show/promo-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import Promo from "./promo-stream.tsx";

afterEach(closePage);

const live = { epoch: "e", sequence: 0 };
const shut = { slug: "luna", model: null, from: live };

test.each([
  [{ ...shut, kind: "in_show", mode: "private", spy: null }, "luna is in a private show"],
  [{ ...shut, kind: "not_started", message: "Not live" }, "luna hasn’t started yet"],
] as const satisfies [RoomEntry, string][])(
  "R-ERR-15, R-LIVE-30: after a promo show a room that is shut says why, as on its own page: %o",
  (entry, title) => {
    const room = { model: { login: "luna" }, show: { id: 1 } };
    const promo = { id: 1, opened: true };
    const page = {
      promo,
      state: "running",
      topic: "promo:1",
      live_from: { public: live, person: live },
      room,
    };
    const opened = { kind: "open", page } as unknown as PromoEntry;
    browserQueryClient().setQueryData(promoQuery("abc").queryKey, opened);
    browserQueryClient().setQueryData(roomQuery("luna").queryKey, entry);
    openPage(<Promo {...({ params: { token: "abc" } } as ComponentProps<typeof Promo>)} />, {});
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  },
);

const props = { params: { token: "abc" } } as ComponentProps<typeof Promo>;
const asked = "POST /api/promo-stream/{token}";

test("R-LIVE-39: a promo that waits for the fan's email offers the mail again, and opens by itself once it is confirmed", async () => {
  const client = browserQueryClient();
  const entry: PromoEntry = { kind: "refused", code: "promo_unconfirmed", message: "Confirm your email" };
  client.setQueryData(promoQuery("abc").queryKey, entry);
  client.setQueryData(profileQuery.queryKey, fanProfile({ validation: "waiting" }));
  const refused = () => ({ status: 409, body: { code: "promo_used", message: "It is used" } });
  const page = openPage(<Promo {...props} />, { [asked]: refused }, { at: "/promo-stream/abc" });
  await page.user.click(screen.getByRole("button", { name: "Resend email" }));
  expect(accountFlags.get().resendEmail).toBe(true);
  accountFlags.set({ resendEmail: false });
  // Where pressing the mail's button leads in this browser.
  expect(decodeURIComponent(document.cookie)).toContain("routeBack=/promo-stream/abc");
  expect(page.callsOf(asked)).toHaveLength(0);
  act(() => {
    client.setQueryData(profileQuery.queryKey, fanProfile({ validation: "confirmed" }));
  });
  expect(await screen.findByText("It is used")).toBeTruthy();
  expect(page.callsOf(asked)).toHaveLength(1);
});

test("R-OPEN-80: a page that the server has drawn without opening its promo opens it", async () => {
  const promo = { id: 1, duration: 60, time_used: 0, expires_at: "2026-12-01T00:00:00.000Z", opened: false };
  const model = {
    login: "luna",
    artisticName: "Luna",
    pictures: { tall: "/p.jpg", portrait_small: "/p.jpg" },
  };
  const page = { promo, model, state: "away", topic: "promo:1", live_from: { public: live, person: live } };
  const opened = { ...page, room: null, promo: { ...promo, opened: true } };
  browserQueryClient().setQueryData(promoQuery("abc").queryKey, { kind: "open", page } as never);
  const shown = openPage(<Promo {...props} />, { [asked]: () => ({ status: 200, body: opened }) });
  await vi.waitFor(() => expect(shown.callsOf(asked)).toHaveLength(1));
});
