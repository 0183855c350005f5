// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  type Answers,
  closePage,
  ForViewer,
  fanProfile,
  inTurn,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import type { ThreadSession } from "./thread-session.ts";
import { UnlockButton } from "./UnlockButton.tsx";

afterEach(closePage);

const buy = "POST /api/chat/buying-paid-media/{id}";
const media = { id: 40, type: "picture", url: "/files/whole.webp" };
const bought: Reply = {
  status: 200,
  body: { success: true, balance: 70, item: { id: 40, price: 50, media } },
};

async function openUnlock(reply: Answers[typeof buy]) {
  const item = { message: { id: 1, media: { id: 40 } } };
  const change = vi.fn<(id: number) => void>();
  const thread = { get: () => ({ items: [item] }), change } as unknown as ThreadSession;
  const page = openPage(
    <ForViewer part={() => <UnlockButton thread={thread} mediaId={40} price={50} ready />} />,
    {
      "GET /api/fan/profile": fanProfile({ balance: 120 }),
      "GET /api/token-packages": () => ({ status: 500 }),
      [buy]: reply,
    },
    { at: "/chat/5" },
  );
  await screen.findByRole("button", { name: "Unlock 50" });
  const keys = () => page.callsOf(buy).map(({ headers }) => headers.get("idempotency-key"));
  return { page, keys, change, unlock: () => screen.getByRole("button") };
}

test("R-CHAT-11: pressing often buys once, and the medium is shown in its message", async () => {
  const answered = Promise.withResolvers<Reply>();
  const { page, keys, change, unlock } = await openUnlock(() => answered.promise);
  await page.user.dblClick(unlock());
  await page.user.click(unlock());
  answered.resolve(bought);
  await waitFor(() => expect(change).toHaveBeenCalledWith(1, expect.anything()));
  expect(keys()).toHaveLength(1);
  await screen.findByText("20 tk left after this");
});

test("R-CHAT-11, R-OPEN-38: after a lost answer the same purchase is asked about, not another one", async () => {
  const { page, keys, change, unlock } = await openUnlock(inTurn({ status: 0 }, bought));
  await page.user.click(unlock());
  expect((await screen.findByRole("alert")).textContent).toBe(
    "We didn’t hear back. Press again to check; you only pay once.",
  );
  await page.user.click(unlock());
  await waitFor(() => expect(change).toHaveBeenCalled());
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test("R-ERR-01: a purchase that failed is shown by a toast with its status, and asked about by the next press", async () => {
  const { page, keys, change, unlock } = await openUnlock(inTurn({ status: 500 }, bought));
  await page.user.click(unlock());
  await waitFor(() => expect(page.toasts()).toEqual(["Error status 500"]));
  await page.user.click(screen.getByRole("button", { name: "Unlock 50" }));
  await waitFor(() => expect(change).toHaveBeenCalled());
  expect(new Set(keys()).size).toBe(1);
});

test("R-CHAT-11: who has too few tokens after all is shown how many are missing", async () => {
  const { page, change, unlock } = await openUnlock(
    inTurn({ status: 402, body: { code: "too_few_tokens", message: "", needed: 50, balance: 20 } }),
  );
  await page.user.click(unlock());
  expect((await screen.findByRole("alert")).textContent).toBe("You are 30 tokens short");
  await screen.findByRole("button", { name: /^Get / });
  expect(change).not.toHaveBeenCalled();
});
