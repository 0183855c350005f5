// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Subscription } from "#contract/subscriptions.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { subscribedQuery } from "#web/entities/subscription/subscription-api.ts";
import type { FormLeft } from "#web/entities/subscription/use-subscribe.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { SubscriptionsPage } from "./SubscriptionsPage.tsx";

afterEach(closePage);

const day = 86_400_000;
const now = new Date("2026-11-22T12:00:00.000Z");
const subscription: Subscription = {
  id: 1,
  model_id: 101,
  avatar: "",
  created_at: new Date(now.getTime() - 10 * day).toISOString(),
  expire_at: "2099-12-12T12:00:00.000Z",
  login: "luna",
  price: 9.99,
  months: 1,
  charge: 9.99,
  name: "Luna",
  freeTokens: 0,
  canceled_at: null,
  user_canceled_at: null,
  gateway_subscription_id: "cg1",
  gateway: "CommerceGate",
  price_change: null,
  can_reenable: true,
  can_subscribe: true,
};
const canceled = { ...subscription, canceled_at: now.toISOString(), user_canceled_at: now.toISOString() };

const words = {
  en: {
    text: "It won’t renew and nothing more is charged. Your subscription stays active until Dec 12, 2099.",
    days: /^\d+ days left to watch everything$/,
    cancel: "Unsubscribe",
    reactivate: "Reactivate",
    terms: "$9.99 on Dec 12, 2099, then every 30 days",
    states: ["Active", "Canceled"],
    toasts: ["Subscription was marked as canceled", "Subscription was re-enabled"],
  },
  es: {
    text: "No se renueva y no se cobra nada más. Tu suscripción sigue activa hasta el 12 dic 2099.",
    days: /^Te quedan \d+ días para verlo todo$/,
    cancel: "Cancelar suscripción",
    reactivate: "Reactivar",
    terms: "$9.99 el 12 dic 2099 y después cada 30 días",
    states: ["Activa", "Cancelada"],
    toasts: ["La suscripción se marcó como cancelada", "La suscripción se volvió a activar"],
  },
} as const;

test.each(["en", "es"] as const)(
  "R-SUB-05, R-SUB-06, R-SUB-07, R-SUB-09, R-SUB-10: a subscription is cancelled once after one question, and enabled again (%s)",
  async (language) => {
    const { text, days, cancel, reactivate, terms, states, toasts } = words[language];
    const off = "POST /api/payments/cancel-subscription/{id}";
    const answered = Promise.withResolvers<Reply>();
    let current = subscription;
    const list = () => ({
      data: [current],
      links: { next: null },
      meta: { current_page: 1, last_page: 1 },
    });
    const page = openPage(
      <SubscriptionsPage />,
      {
        "GET /api/fan/profile": fanProfile(),
        "GET /api/fan/subscriptions-models": () => ({ status: 200, body: list() }),
        [off]: () => answered.promise,
        "POST /api/fan/subscribe-model": () => {
          current = subscription;
          return { status: 200, body: { status: "active", subscription } };
        },
      },
      { language },
    );
    await screen.findByRole("table");
    const row = () => within(screen.getAllByRole("row").at(-1) as HTMLElement);
    expect(row().getByText(states[0])).toBeTruthy();
    await page.user.click(row().getByRole("button", { name: `${cancel}: Luna` }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain(text);
    expect(within(dialog).getByText(days)).toBeTruthy();
    const [keep, confirm] = within(dialog).getAllByRole("button").slice(-2) as [HTMLElement, HTMLElement];
    await page.user.click(keep);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.callsOf(off)).toEqual([]);
    expect(confirm.isConnected).toBe(false);

    await page.user.click(row().getByRole("button", { name: `${cancel}: Luna` }));
    const sure = within(await screen.findByRole("dialog")).getByRole("button", { name: cancel });
    await page.user.dblClick(sure);
    await page.user.click(sure);
    current = canceled;
    answered.resolve({ status: 200, body: { subscription: canceled } });
    await waitFor(() => expect(page.toasts()).toEqual([toasts[0]]));
    expect(page.callsOf(off)).toHaveLength(1);
    expect(row().getByText(states[1])).toBeTruthy();

    await page.user.click(row().getByRole("button", { name: `${reactivate}: Luna` }));
    const asked = within(await screen.findByRole("dialog"));
    expect(asked.getByText(terms)).toBeTruthy();
    expect(page.callsOf("POST /api/fan/subscribe-model"), "before the yes").toEqual([]);
    await page.user.dblClick(asked.getByRole("button", { name: reactivate }));
    await waitFor(() => expect(page.toasts()).toEqual(toasts));
    expect(row().getByText(states[0])).toBeTruthy();
    expect(page.callsOf("POST /api/fan/subscribe-model").map(({ body }) => body)).toEqual([
      { modelId: 101, price: 9.99 },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  },
);

test("R-SUB-09: who switches a renewal on again by the keyboard goes on from the button that takes the place of theirs", async () => {
  let current: Subscription = canceled;
  const page = openPage(<SubscriptionsPage />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscriptions-models": () => ({
      status: 200,
      body: { data: [current], links: { next: null }, meta: { current_page: 1, last_page: 1 } },
    }),
    "POST /api/fan/subscribe-model": () => {
      current = subscription;
      return { status: 200, body: { status: "active", subscription } };
    },
  });
  (await screen.findByRole("button", { name: "Reactivate: Luna" })).focus();
  await page.user.keyboard("{Enter}");
  within(await screen.findByRole("dialog"))
    .getByRole("button", { name: "Reactivate" })
    .focus();
  await page.user.keyboard("{Enter}");
  const cancel = await screen.findByRole("button", { name: "Unsubscribe: Luna" });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
});

test("R-SUB-02: to subscribe again waits visibly for what it costs, and a price that could not be read is asked for again", async () => {
  const ended = { ...canceled, expire_at: "2026-10-01T12:00:00.000Z" };
  const state = "GET /api/fan/subscription-state/{model_id}";
  const pricing = { price_monthly_subscription: 12, freeTokens: 0, subscription_enable: true, bundles: [] };
  const page = openPage(<SubscriptionsPage />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscriptions-models": () => ({
      status: 200,
      body: { data: [ended], links: { next: null }, meta: { current_page: 1, last_page: 1 } },
    }),
    [state]: inTurn(
      { status: 500, body: { code: "internal", message: "no" } },
      { status: 200, body: { fanSubscribed: false, subscription: null, pricing } },
    ),
  });
  await page.user.click(await screen.findByRole("button", { name: "Subscribe: Luna" }));
  await page.user.click(await screen.findByRole("button", { name: "Retry" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByRole("checkbox");
  expect(page.callsOf(state)).toHaveLength(2);
});

const state = "GET /api/fan/subscription-state/{model_id}";
const pricing = { price_monthly_subscription: 12, freeTokens: 0, subscription_enable: true, bundles: [] };
const expired = { ...canceled, expire_at: "2026-10-01T12:00:00.000Z" };
const runs = { fanSubscribed: true, subscription, pricing };
const offered = { fanSubscribed: false, subscription: null, pricing };
const listOf = (...data: Subscription[]): Reply => ({
  status: 200,
  body: { data, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
});

test("R-SUB-02, R-SUB-16: to have subscribed again is said by a reading made after the order, and by none from before it", async () => {
  const client = browserQueryClient();
  const key = subscribedQuery(101).queryKey;
  // Read while the subscription that has ended since still ran.
  client.setQueryData(key, runs);
  const answers = [Promise.withResolvers<Reply>(), Promise.withResolvers<Reply>()];
  let asked = 0;
  const page = openPage(<SubscriptionsPage />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscriptions-models": () => listOf(expired),
    [state]: () => answers[asked++]?.promise ?? { status: 200, body: offered },
    "POST /api/fan/subscribe-model": { status: "payment", url: "about:blank" },
  } as Answers);
  await page.user.click(await screen.findByRole("button", { name: "Subscribe: Luna" }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(await dialog.findByRole("checkbox"));
  await page.user.click(dialog.getAllByRole("button").at(-1) as HTMLElement);
  await waitFor(() => expect(document.querySelector("iframe")).toBeTruthy());
  const data: FormLeft = { kind: "subscription-form", model: 101, end: "success" };
  act(() => void window.dispatchEvent(new MessageEvent("message", { origin: location.origin, data })));
  await screen.findByText("Waiting for the provider");
  // Asked before the order, it comes late.
  await act(async () => answers[0]?.resolve({ status: 200, body: runs }));
  expect(page.toasts()).toEqual([]);
  screen.getByText("Waiting for the provider");
  answers[1]?.resolve({ status: 200, body: runs });
  await waitFor(() => expect(page.toasts()).toEqual(["You are subscribed to Luna"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-SUB-02: who turns out to be subscribed already is shown their subscription in place of the terms", async () => {
  const lists = [listOf(expired), listOf({ ...subscription, id: 2 }, expired)];
  const page = openPage(<SubscriptionsPage />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscriptions-models": inTurn(...lists),
    [state]: runs,
  });
  await page.user.click(await screen.findByRole("button", { name: "Subscribe: Luna" }));
  await screen.findByRole("button", { name: "Unsubscribe: Luna" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "Subscribe: Luna" })).toBeNull();
  expect(page.callsOf("POST /api/fan/subscribe-model")).toEqual([]);
});
