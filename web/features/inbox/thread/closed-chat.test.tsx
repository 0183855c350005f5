// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, inTurn, openPage, type Reply } from "#testing/component/page.tsx";
import { chat } from "#testing/web/inbox/chat.ts";
import { ME, message } from "#testing/web/inbox/message.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fanCalls, modelCalls, type ThreadPage } from "../inbox-calls.ts";
import { threadQuery } from "../inbox-query.ts";
import { type Inbox, InboxProvider } from "../inbox.ts";
import { Thread } from "./Thread.tsx";

afterEach(closePage);

const banned = { code: "banned", message: "This model banned you from their room and chats." };
const forSale = {
  ...({ type: "paid_media", purchase_status: "unpaid", price: 50 } as const),
  media: {
    ...({
      id: 40,
      type: "picture",
      thumb: null,
      url: null,
      width: 400,
      height: 300,
      duration: null,
    } as const),
    ...{ is_processing: false, is_broken: false, broken_reason: null },
  },
};
const from = { epoch: "e", sequence: 1 };
const live = { ...chat(5, 1).model, streamStatus: "began" as const };

/** The server's answer about the chat. */
const readAs = (id: number, closed: ThreadPage["closed"]): Reply => ({
  status: 200,
  body: {
    ...{
      chat: chat(id, 1, { model: live }),
      data: [message(2, { chat_id: id, ...forSale }), message(1, { chat_id: id })],
      closed,
      reply_time: null,
    },
    ...{ links: { next: null }, meta: { current_page: 1, last_page: 1 } },
    live_from: { person: from, public: from, presence: from },
  },
});

/** An open chat; each test has one of its own, because what was written in one is kept. */
function OpenChat({ id, side = "fan" }: { id: number; side?: Inbox["side"] }) {
  const calls = side === "fan" ? fanCalls(browserApi, ME) : modelCalls(browserApi);
  const inbox: Inbox = { side, me: ME, path: "/chat", photosOrigin: "", calls };
  const { data } = useQuery(threadQuery(inbox, String(id)));
  return (
    <InboxProvider value={inbox}>
      {data?.kind === "open" && <Thread page={data.page} spending={() => null} />}
    </InboxProvider>
  );
}

const offered = () => [
  screen.queryByRole("textbox"),
  screen.queryByRole("button", { name: "Tip or gift" }),
  screen.queryByRole("button", { name: "Subscribe · $12.99 / 30 days" }),
  screen.queryByRole("link", { name: "Watch" }),
  // Without a balance it is bought with new tokens.
  screen.queryByRole("button", { name: /^Get/ }),
  screen.queryAllByRole("button", { name: "Reply to this message" })[0] ?? null,
  screen.queryByRole("button", { name: "Skip to message field" }),
];

test("R-OPEN-73: a banned fan reads why in place of the field, and is offered neither tip, subscription, what was for sale nor the room; what was said stays", async () => {
  openPage(<OpenChat id={101} />, { "GET /api/chat/{id}/message": () => readAs(101, banned) });
  await screen.findByText(banned.message);
  expect(screen.getByText("message 1")).toBeDefined();
  expect(offered().filter(Boolean)).toEqual([]);
});

test("R-OPEN-73: an open chat offers all of it", async () => {
  openPage(<OpenChat id={102} />, { "GET /api/chat/{id}/message": () => readAs(102, null) });
  await screen.findByText("message 1");
  expect(offered()).not.toContain(null);
});

test("R-OPEN-73: who is banned while the chat is open reads so once a message is refused", async () => {
  const page = openPage(<OpenChat id={103} />, {
    "GET /api/chat/{id}/message": inTurn(readAs(103, null), readAs(103, banned)),
    "POST /api/chat/{chat_id}/message": () => ({ status: 403, body: banned }),
  });
  await page.user.type(await screen.findByRole("textbox"), "hello?{Enter}");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(screen.getByText(banned.message)).toBeDefined();
});

test("R-CHAT-28: whose subscription has ended while the chat is open finds where to subscribe, once a message is refused for it", async () => {
  const again = readAs(105, null);
  const before = structuredClone(again);
  (before.body as ThreadPage).chat.model.fanSubscribed = true;
  const page = openPage(<OpenChat id={105} />, {
    "GET /api/fan/profile": fanProfile({ id: ME }),
    "GET /api/chat/{id}/message": inTurn(before, again),
    "POST /api/chat/{chat_id}/message": () => ({
      status: 403,
      body: { code: "subscribers_only", message: "Only subscribers can write to this model." },
    }),
  });
  const field = await screen.findByRole("textbox");
  expect(screen.queryByRole("button", { name: /^Subscribe/ })).toBeNull();
  await page.user.type(field, "hello?{Enter}");
  expect(await screen.findByRole("button", { name: "Subscribe · $12.99 / 30 days" })).toBeDefined();
  expect(screen.getByRole("textbox")).toBeDefined();
});

test("R-ACCT-19: a model reads that a fan whose account is closed cannot be reached", async () => {
  const gone = { code: "other_gone", message: "You can’t reach this person anymore." };
  openPage(<OpenChat id={104} side="model" />, {
    "GET /api/studio/chats/{id}/messages": () => readAs(104, gone),
  });
  await screen.findByText(gone.message);
  expect(screen.queryByRole("textbox")).toBeNull();
});
