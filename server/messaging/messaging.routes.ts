import { randomUUID } from "node:crypto";
import type { messagingContract } from "#contract/messaging.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { keyOf, problem } from "#server/kit/http/problem.ts";
import { spendProblem } from "#server/wallet/wallet.ts";
import {
  type ChatRoutesNeeds,
  chatProblem,
  closedBody,
  liveFrom,
  lostProblem,
  messagesBody,
  sendProblem,
} from "./answers.ts";
import type { BuyRefusal } from "./media/buy-media.ts";
import type { Participant } from "./participant.ts";
import { chatsPerPage } from "./store/chats-store.ts";
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
  return {
    "GET /api/chat/{fanId}": async ({ params, query }, call) => {
      const fan = fanOf(call);
      if (params.fanId !== fan.id) return problem(call, "not_your_message");
      // Read before the chats are: an event too many is harmless, one too few is not.
      const live_from = await liveFrom(needs, fan);
      const { chats, total, next } = await messaging.chats(fan, query);
      const place = { page: query.page, total, pageSize: chatsPerPage };
      const kept = { search: query.search, before: next ?? "" };
      const list = pageOf(chats, place, `/api/chat/${fan.id}`, kept);
      return { status: 200, body: { ...list, live_from } };
    },
    "GET /api/chat/{id}/message": async ({ params, query }, call) => {
      const fan = fanOf(call);
      const live_from = await liveFrom(needs, fan);
      const read = await messaging.messages(fan, params.id, query);
      if (!read.ok) return chatProblem(call, read.refusal);
      const reply_time = await messaging.replyTime(read.chat.model_id);
      const closed = await closedBody(call, needs, fan, params.id);
      return { status: 200, body: { ...messagesBody(read, fan), closed, reply_time, live_from } };
    },
    "GET /api/chat/{id}/search": async ({ params, query }, call) => {
      const search = { chatId: params.id, words: query.search, before: query.before ?? null };
      const found = await messaging.searchMessages(fanOf(call), search);
      if (!found.ok) return chatProblem(call, found.refusal);
      return { status: 200, body: { data: found.messages, before: found.olderFrom } };
    },
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

function talkRoutes({ messaging }: ChatRoutesNeeds): Pick<Handlers<typeof messagingContract>, TalkCalls> {
  return {
    "POST /api/chat/{chat_id}/message": async ({ params, body }, call) => {
      if (body.type === "paid_media") return problem(call, "not_for_fans");
      if (body.type === "media") return problem(call, "only_text");
      const text = {
        chatId: params.chat_id,
        body: body.body,
        tempId: body.temp_id ?? null,
        replyTo: body.reply_to ?? null,
      };
      const sent = await messaging.sendText(fanOf(call), text);
      return sent.ok ? { status: 201, body: sent.message } : sendProblem(call, sent.refusal);
    },
    "POST /api/chat/set-message-read/{id}": async ({ params, body }, call) => {
      const read = await messaging.markRead(fanOf(call), params.id, body.up_to ?? null);
      if (!read.ok) return chatProblem(call, read.refusal);
      const { inChat, inAll } = read.unread;
      return { status: 200, body: { success: true, unread_amount: inChat, unread_messages: inAll } };
    },
    "DELETE /api/chat/message/{id}": async ({ params }, call) => {
      const taken = await messaging.deleteMessage(fanOf(call), params.id);
      if (taken.ok) return { status: 200, body: { success: true } };
      return lostProblem(call, taken.refusal);
    },
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
