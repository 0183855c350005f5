import { randomUUID } from "node:crypto";
import type { messagingContract } from "#contract/messaging.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { spendProblem } from "#server/wallet/wallet.ts";
import { type ChatRoutesNeeds, chatProblem } from "./answers.ts";
import type { BuyRefusal } from "./media/buy-media.ts";
import type { Participant } from "./participant.ts";
import { sideHandlers } from "./side-handlers.ts";
import { messagesPerPage } from "./store/messages-store.ts";
import { purchasesPerPage } from "./store/purchases-store.ts";
import { studioChatRoutes } from "./studio-chats.routes.ts";

const fanOf = ({ viewer }: Call<Viewer>): Participant => ({ id: viewer.userId, role: "fan" });

/** The contract's chats: a fan's, and a model's in their studio. */
export function messagingRoutes(needs: ChatRoutesNeeds): Handlers<typeof messagingContract> {
  return {
    ...listRoutes(needs),
    ...talkRoutes(needs),
    ...boughtRoutes(needs),
    ...filterRoutes(needs),
    ...studioChatRoutes(needs),
  };
}

type FilterCalls = "GET /api/chat/word-filter" | "POST /api/chat/word-filter";

function filterRoutes({ messaging }: ChatRoutesNeeds): Pick<Handlers<typeof messagingContract>, FilterCalls> {
  return {
    "GET /api/chat/word-filter": async (_, { viewer }) => ({
      status: 200,
      body: { words: await messaging.filteredWords(viewer.userId) },
    }),
    "POST /api/chat/word-filter": async ({ body }, { viewer }) => ({
      status: 200,
      body: { words: await messaging.filterWords(viewer.userId, body.words) },
    }),
  };
}

type ListCalls =
  | "GET /api/chat/{fanId}"
  | "GET /api/chat/{id}/message"
  | "GET /api/chat/{id}/search"
  | "POST /api/chat"
  | "DELETE /api/chat/{id}";

function listRoutes(needs: ChatRoutesNeeds): Pick<Handlers<typeof messagingContract>, ListCalls> {
  const { messaging } = needs;
  const side = sideHandlers(needs, "fan");
  return {
    "GET /api/chat/{fanId}": async ({ params, query }, call) => {
      if (params.fanId !== call.viewer.userId) return problem(call, "not_your_message");
      return side.chats({ query }, call, `/api/chat/${params.fanId}`);
    },
    "GET /api/chat/{id}/message": side.messages,
    "GET /api/chat/{id}/search": side.search,
    "POST /api/chat": async ({ body }, call) => {
      const opened = await messaging.open(call.viewer.userId, body.model_id);
      if (!opened.ok) return problem(call, opened.refusal);
      return { status: opened.isNew ? 201 : 200, body: opened.chat };
    },
    "DELETE /api/chat/{id}": async ({ params }, call) => {
      const hidden = await messaging.hide(call.viewer.userId, params.id);
      return hidden.ok ? { status: 200, body: { success: true } } : chatProblem(call, hidden.refusal);
    },
  };
}

type TalkCalls =
  | "POST /api/chat/{chat_id}/message"
  | "POST /api/chat/set-message-read/{id}"
  | "DELETE /api/chat/message/{id}"
  | "POST /api/chat/chat-media-attachments";

function talkRoutes(needs: ChatRoutesNeeds): Pick<Handlers<typeof messagingContract>, TalkCalls> {
  const { messaging } = needs;
  const side = sideHandlers(needs, "fan");
  return {
    "POST /api/chat/{chat_id}/message": async ({ params, body }, call) => {
      if (body.type === "paid_media") return problem(call, "not_for_fans");
      return side.sendText({ params: { id: params.chat_id }, body }, call);
    },
    "POST /api/chat/set-message-read/{id}": side.markRead,
    "DELETE /api/chat/message/{id}": side.removeMessage,
    "POST /api/chat/chat-media-attachments": async ({ body }, call) => {
      const { chat_id, page } = body;
      const listed = await messaging.attachments(fanOf(call), chat_id, page);
      if (!listed.ok) return chatProblem(call, listed.refusal);
      const place = { page, total: listed.total, pageSize: messagesPerPage };
      // The next page is asked for with the next number in the body.
      const list = pageOf(listed.items, place, "/api/chat/chat-media-attachments");
      return { status: 200, body: list };
    },
  };
}

type BoughtCalls = "POST /api/chat/buying-paid-media/{id}" | "GET /api/get-chat-purchased-content";

function boughtRoutes({ messaging }: ChatRoutesNeeds): Pick<Handlers<typeof messagingContract>, BoughtCalls> {
  return {
    "POST /api/chat/buying-paid-media/{id}": async ({ params }, call) => {
      const bought = await messaging.buy({
        fanId: call.viewer.userId,
        mediaId: params.id,
        key: call.idempotencyKey ?? randomUUID(),
      });
      if (!bought.ok) return buyProblem(call, bought.refusal);
      const { balance, transferId, item } = bought;
      return { status: 200, body: { success: true, balance, transfer_id: transferId, item } };
    },
    "GET /api/get-chat-purchased-content": async ({ query }, call) => {
      const { items, total } = await messaging.purchased(call.viewer.userId, query);
      const place = { page: query.page, total, pageSize: purchasesPerPage };
      const list = pageOf(items, place, "/api/get-chat-purchased-content", { search: query.search });
      return { status: 200, body: list };
    },
  };
}

function buyProblem(call: Call, refusal: BuyRefusal) {
  switch (refusal.code) {
    case "too_few_tokens":
    case "limit_reached":
    case "spending_paused":
      return spendProblem(call, refusal);
    default: {
      const specific = { key_conflict: "purchase_key_conflict", not_yours: "not_your_message" } as const;
      return problem(call, keyOf(refusal.code, specific));
    }
  }
}
