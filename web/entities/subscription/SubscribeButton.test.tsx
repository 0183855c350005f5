// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SubscribedState } from "#contract/subscriptions.ts";
import {
  closePage,
  fanProfile,
  leavePage,
  type OpenPage,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { rosa } from "#testing/web/rosa.ts";
import { itemKey } from "#web/entities/content/content-query.ts";
import { takePendingAction } from "#web/entities/guest/pending-action.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { SubscribeButton } from "./SubscribeButton.tsx";
import { subscribedQuery } from "./subscription-api.ts";
import type { FormLeft } from "./use-subscribe.ts";

afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const offered: SubscribedState = {
  fanSubscribed: false,
  subscription: null,
  pricing: { ...rosa.pricing, subscription_enable: true, price_monthly_subscription: 999 },
};

const subscription: NonNullable<SubscribedState["subscription"]> = {
  id: 1,
  model_id: 9,
  avatar: "",
  created_at: "2026-11-01T12:00:00.000Z",
  expire_at: "2999-12-01T12:00:00.000Z",
  login: "rosa",
  price: 9.99,
  months: 1,
  charge: 9.99,
  name: "Rosa",
  freeTokens: 0,
  canceled_at: null,
  user_canceled_at: null,
  gateway_subscription_id: "cg1",
  gateway: "CommerceGate",
  price_change: null,
  can_reenable: true,
  can_subscribe: true,
};

/** Waits until the button knows that a fan looks at it: then it has asked for their subscription. */
const seenByFan = (page: OpenPage) =>
  waitFor(() => expect(page.callsOf("GET /api/fan/subscription-state/{model_id}")).toHaveLength(1));

/** The button on the page of a model, whom a guest or a fan looks at. */
const look = (signedIn: boolean, state = offered) =>
  openPage(
    <SubscribeButton model={{ id: 9, name: "Rosa" }} known={offered} />,
    {
      "GET /api/fan/profile": fanProfile(),
      "GET /api/fan/subscription-state/{model_id}": state,
    },
    { signedIn, at: "/rosa" },
  );

test("R-AUTH-36, R-CONTENT-10: a guest who wants to subscribe is named the model at the login, and back as a fan reads the terms, once", async () => {
  const guest = look(false);
  await guest.user.click(await screen.findByRole("button", { name: /^Subscribe/ }));
  expect(guest.path()).toBe("/login");
  expect(decodeURIComponent(document.cookie)).toContain("intent=subscribe.9");
  leavePage();
  // Signing in reads the profile; that the guest had none is forgotten.
  browserQueryClient().clear();
  look(true);
  await screen.findByRole("dialog", { name: /Rosa/ });
  leavePage();
  browserQueryClient().clear();
  await seenByFan(look(true));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-AUTH-36: what a guest wanted of another model, or what another button does, opens no terms", async () => {
  for (const [model, action, left] of [
    [8, "subscribe", null],
    [9, "message", "message"],
  ] as const) {
    sessionStorage.setItem("pending", JSON.stringify({ modelId: model, action, at: Date.now() }));
    const page = look(true);
    await seenByFan(page);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(takePendingAction(9, ["message"])).toBe(left);
    page.close();
  }
});

test("R-AUTH-36, R-SUB-05: who wanted to subscribe and turns out to be subscribed already is not asked to cancel", async () => {
  sessionStorage.setItem("pending", JSON.stringify({ modelId: 9, action: "subscribe", at: Date.now() }));
  // Here already, the dialog opens without being waited for.
  await import("./UnsubscribeDialog.tsx");
  look(true, { ...offered, fanSubscribed: true, subscription });
  await screen.findByRole("button", { name: "Subscribed", hidden: true });
  await act(async () => {});
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("R-SUB-05: the terms close for who turns out to be subscribed already, and the button says so; nothing is ordered", async () => {
  const answered = Promise.withResolvers<Reply>();
  const page = openPage(<SubscribeButton model={{ id: 9, name: "Rosa" }} known={offered} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscription-state/{model_id}": () => answered.promise,
  });
  await seenByFan(page);
  await page.user.click(await screen.findByRole("button", { name: /^Subscribe/ }));
  await within(await screen.findByRole("dialog")).findByRole("checkbox");
  answered.resolve({ status: 200, body: { ...offered, fanSubscribed: true, subscription } });
  await screen.findByRole("button", { name: "Subscribed" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([page.toasts(), page.callsOf("POST /api/fan/subscribe-model")]).toEqual([[], []]);
});

/** A fan before the provider's form, which tells the page its end; once `paid`, the server knows their subscription. */
async function openForm() {
  let paid = false;
  const page = openPage(<SubscribeButton model={{ id: 9, name: "Rosa" }} known={offered} />, {
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/subscription-state/{model_id}": () => ({
      status: 200,
      body: paid ? { ...offered, fanSubscribed: true, subscription } : offered,
    }),
    "POST /api/fan/subscribe-model": { status: "payment", url: "about:blank" },
  });
  await seenByFan(page);
  await page.user.click(await screen.findByRole("button", { name: /^Subscribe/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await page.user.click(await dialog.findByRole("checkbox"));
  await page.user.click(dialog.getAllByRole("button").at(-1) as HTMLElement);
  await waitFor(() => expect(document.querySelector("iframe")).toBeTruthy());
  return {
    ...page,
    leaveForm(end: FormLeft["end"]) {
      paid = true;
      const data: FormLeft = { kind: "subscription-form", model: 9, end };
      act(() => void window.dispatchEvent(new MessageEvent("message", { origin: location.origin, data })));
    },
  };
}

test("R-SUB-16: who has paid reads so, and what subscribers see is read again, though no event came and the button knows already", async () => {
  const page = await openForm();
  const item = itemKey("video", 1);
  browserQueryClient().setQueryData<unknown>(item, { access: "locked" });
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  page.leaveForm("success");
  screen.getByText("Waiting for the provider");
  act(() => void vi.advanceTimersByTime(2_000));
  vi.useRealTimers();
  await screen.findByRole("button", { name: "Subscribed" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(page.toasts()).toEqual(["You are subscribed to Rosa"]);
  expect(browserQueryClient().getQueryState(item)?.isInvalidated).toBe(true);
});

test("a form that was left as failed says so, until the subscription turns out to run", async () => {
  const page = await openForm();
  page.leaveForm("failed");
  await screen.findByText("The payment didn’t go through");
  await act(() => browserQueryClient().invalidateQueries({ queryKey: subscribedQuery(9).queryKey }));
  await waitFor(() => expect(page.toasts()).toEqual(["You are subscribed to Rosa"]));
  expect(screen.queryByRole("dialog")).toBeNull();
});
