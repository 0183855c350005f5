// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import {
  type Answers,
  closePage,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { profileQuery, useSetBalance } from "#web/lib/session/viewer.ts";
import { type TipOptions, type TipOrder, tokensOf, useTip } from "./use-tip.ts";

afterEach(closePage);

const pay = "POST /api/fan/pay-tips-to-model/{id}";
const paid: Reply = { status: 200, body: { success: true, balance: 950, tip: { tokens: 50 } } };
const rose = { id: 3, name_en: "Rose", name_es: "Rosa", image: "/gifts/rose.svg", price: 5 };

function openTip(replies: Reply[], kind: TipOptions["kind"] = "tip", chatId?: number) {
  let answer = () => {};
  const next = inTurn(...replies);
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    answer = () => resolve(next());
    return promise;
  };
  const page = openPage(null, { [pay]: held } as Answers);
  const model = { id: 4, artisticName: "Luna" };
  const { result } = renderHook(() => useTip({ model, kind, chatId }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={browserQueryClient()}>{children}</QueryClientProvider>
    ),
  });
  const sent = () =>
    page.callsOf(pay).map(({ path, body, headers }) => ({ path, body, key: headers.get("idempotency-key") }));
  const send = async (press = () => result.current.send()) => {
    act(press);
    await waitFor(() => expect(result.current.step).toBe("sending"));
    await act(async () => answer());
    await waitFor(() => expect(result.current.step).not.toBe("sending"));
  };
  return { tip: () => result.current, sent, send, page };
}

test("R-PROFILE-09: a tip goes from idle over sending to sent; it is posted to the model with a key of its own", async () => {
  const { tip, sent, send, page } = openTip([paid]);
  act(() => tip().setNote("  bravo "));
  act(() => tip().setAnonymous(true));
  await send(() => {
    tip().send();
    tip().send();
  });
  expect(tip()).toMatchObject({ step: "sent", note: "", refusal: null });
  expect(sent()).toEqual([
    {
      path: "/api/fan/pay-tips-to-model/4",
      body: { amount: 50, message: "bravo", anonymous: true },
      key: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
  expect(page.toasts()).toEqual(["50 tokens sent to Luna"]);
  act(() => tip().send());
  await waitFor(() => expect(tip().step).toBe("idle"));
  expect(sent()).toHaveLength(1);
});

test.each([{ status: 0 }, { status: 503, body: { code: "", message: "" } }])(
  "R-OPEN-38: after a lost answer (%o) the retry asks about the same tip: same key, same body, whatever was touched",
  async (lost) => {
    const { tip, sent, send } = openTip([lost, paid]);
    await send();
    expect(tip()).toMatchObject({ step: "idle", locked: true, refusal: { unknown: true } });
    act(() => tip().choose({ kind: "amount", amount: 10 }));
    act(() => tip().setNote("other"));
    await send();
    expect(tip()).toMatchObject({ step: "sent", locked: false });
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toEqual(sent()[0]);
  },
);

test("R-OPEN-76: too few tokens keeps the amount; the next try is another intent", async () => {
  const tooFew: Reply = {
    status: 402,
    body: { code: "too_few_tokens", message: "", needed: 200, balance: 137 },
  };
  const { tip, sent, send } = openTip([tooFew, paid]);
  act(() => tip().choose({ kind: "amount", amount: 200 }));
  await send();
  expect(tip()).toMatchObject({
    step: "idle",
    locked: false,
    order: { amount: 200 },
    refusal: { needed: 200, balance: 137, unknown: false },
  });
  await send();
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

test.each([
  [{ status: 500 }, ["Error status 500"]],
  [{ status: 502, body: "<html>Bad gateway" as unknown as object }, ["Error status 502"]],
  [{ status: 500, body: { code: "internal", message: "Broken." } }, ["Error 500: Broken."]],
  [{ status: 403, body: { code: "banned", message: "Not here." } }, ["Error 403: Not here."]],
  [{ status: 409, body: { code: "", message: "" } }, ["Error status 409"]],
  [{ status: 402, body: { code: "too_few_tokens", message: "", needed: 50, balance: 1 } }, []],
  [{ status: 0 }, []],
] as [Reply, string[]][])(
  "R-ERR-01: a tip that failed (%o) is shown by a toast with its status",
  async (reply, toasts) => {
    const { send, page } = openTip([reply]);
    await send();
    expect(page.toasts()).toEqual(toasts);
  },
);

test.each([
  { status: 409, body: { code: "key_conflict", message: "This key was used for another tip." } },
  { status: 503, body: { code: "overloaded", message: "Later.", retry_after: 2 } },
])("A certain refusal (%o) frees the form", async (refused) => {
  const { tip, send } = openTip([refused]);
  await send();
  expect(tip().refusal?.message).toBe(refused.body.message);
  act(() => tip().choose({ kind: "amount", amount: 25 }));
  expect(tip()).toMatchObject({ refusal: null, order: { amount: 25 } });
});

test("R-OPEN-77: a gift is its price times its quantity, sent by its id", async () => {
  const order: TipOrder = { kind: "gift", gift: rose, quantity: 5 };
  const { tip, sent, send } = openTip([paid], "gift");
  act(() => tip().send());
  expect(sent()).toEqual([]);
  act(() => tip().choose(order));
  expect(tokensOf(tip().order)).toBe(25);
  await send();
  expect(sent()[0]?.body).toEqual({ gift_id: 3, quantity: 5 });
});

test.each([0, -5, 1.5, Number.NaN, 1_000_001])("R-OPEN-76: %s tokens are not sent", async (amount) => {
  const { tip, sent } = openTip([paid]);
  act(() => tip().choose({ kind: "amount", amount }));
  act(() => tip().send());
  expect(tip().step).toBe("idle");
  expect(sent()).toEqual([]);
});

test("A note holds 200 characters", () => {
  const { tip } = openTip([paid]);
  act(() => tip().setNote("ñ".repeat(250)));
  expect(tip().note).toHaveLength(200);
});

test("an item of the menu is paid at its price under its id; what became of it in the meantime is said", async () => {
  const changed: Reply = { status: 409, body: { code: "menu_item_changed", message: "It has changed." } };
  const { tip, sent, send } = openTip([changed, paid], "menu");
  expect(tokensOf(tip().order)).toBe(0);
  const item = { id: 12, title: { en: "A bolero", es: "Un bolero" }, price: 60 };
  act(() => tip().choose({ kind: "item", item }));
  await send();
  expect(tip()).toMatchObject({ step: "idle", locked: false, refusal: { status: 409 } });
  act(() => tip().choose({ kind: "item", item: { ...item, id: 13, price: 70 } }));
  expect(tip().refusal).toBeNull();
  act(() => tip().setNote("for my sister"));
  await send();
  expect(sent().map(({ body }) => body)).toEqual([
    { amount: 60, menu_item_id: 12 },
    { amount: 70, menu_item_id: 13, message: "for my sister" },
  ]);
});

test("R-OPEN-76: what is given in a chat names the chat and is never anonymous", async () => {
  const inChat = openTip([paid], "tip", 5);
  act(() => inChat.tip().setAnonymous(true));
  await inChat.send();
  expect(inChat.sent()).toMatchObject([{ body: { amount: 50, chat_id: 5 } }]);
  expect(inChat.sent()[0]?.body).not.toHaveProperty("anonymous");
});

test("R-PROFILE-09: the answer to an earlier tip, come late or again, does not put an older balance", async () => {
  const client = browserQueryClient();
  const after = (balance: number, transfer_id: number): Reply => ({
    status: 200,
    body: { success: true, balance, tip: { tokens: 50, transfer_id } },
  });
  const answers: ((reply: Reply) => void)[] = [];
  openPage(null, { [pay]: () => new Promise<Reply>((resolve) => answers.push(resolve)) } as Answers);
  client.setQueryData(profileQuery.queryKey, fanProfile({ balance: 1_000 }));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () => ({
      luna: useTip({ model: { id: 4, artisticName: "Luna" }, kind: "tip" }),
      aria: useTip({ model: { id: 5, artisticName: "Aria" }, kind: "tip" }),
      setBalance: useSetBalance(),
    }),
    { wrapper },
  );
  const balance = () => client.getQueryData(profileQuery.queryKey)?.balance;
  act(() => result.current.luna.send());
  act(() => result.current.aria.send());
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.(after(900, 12)));
  await waitFor(() => expect(balance()).toBe(900));
  await act(async () => answers[0]?.(after(950, 11)));
  await waitFor(() => expect(result.current.luna.step).toBe("sent"));
  expect(balance()).toBe(900);
  act(() => result.current.setBalance(950, 11));
  expect(balance(), "an event that comes late").toBe(900);
  act(() => result.current.setBalance(1_900, 13));
  act(() => result.current.setBalance(1_890));
  expect(balance(), "what names no transfer counts as of now").toBe(1_890);
});
