import type { messagingContract } from "#contract/messaging.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import {
  type ChatRoutesNeeds,
  chatProblem,
  closedBody,
  liveFrom,
  lostProblem,
  messagesBody,
  sendProblem,
} from "./answers.ts";
import type { Participant } from "./participant.ts";
import { chatsPerPage } from "./store/chats-store.ts";
import { massRoutes } from "./to-many/mass.routes.ts";

const modelOf = ({ viewer }: Call<Viewer>): Participant => ({ id: viewer.userId, role: "model" });

type Routes = Handlers<typeof messagingContract>;
type ChatCalls =
  | "GET /api/studio/chat-rules"
  | "POST /api/studio/chat-rules"
  | "GET /api/studio/chats"
  | "GET /api/studio/chats/{id}/messages"
  | "GET /api/studio/chats/{id}/search"
  | "POST /api/studio/chats/{id}/messages"
  | "POST /api/studio/chats/{id}/read"
  | "DELETE /api/studio/messages/{id}";

/** The model's side of the chats. */
export function studioChatRoutes(
  needs: ChatRoutesNeeds,
): Pick<Routes, ChatCalls> & ReturnType<typeof massRoutes> {
  return { ...chatRoutes(needs), ...massRoutes(needs) };
}

function chatRoutes(needs: ChatRoutesNeeds): Pick<Routes, ChatCalls> {
  const { messaging } = needs;
  return {
    "GET /api/studio/chat-rules": async (_, { viewer }) => ({
      status: 200,
      body: { subscribers_only: await messaging.isForSubscribers(viewer.userId) },
    }),
    "POST /api/studio/chat-rules": async ({ body }, { viewer }) => {
      await messaging.setForSubscribers(viewer.userId, body.subscribers_only);
      return { status: 200, body };
    },
    "GET /api/studio/chats": async ({ query }, call) => {
      const model = modelOf(call);
      // Read before the chats are: an event too many is harmless, one too few is not.
      const live_from = await liveFrom(needs, model);
      const { chats, total, next } = await messaging.chats(model, query);
      const place = { page: query.page, total, pageSize: chatsPerPage };
      const kept = { search: query.search, before: next ?? "" };
      const list = pageOf(chats, place, "/api/studio/chats", kept);
      return { status: 200, body: { ...list, live_from } };
    },
    "GET /api/studio/chats/{id}/messages": async ({ params, query }, call) => {
      const model = modelOf(call);
      const live_from = await liveFrom(needs, model);
      const read = await messaging.messages(model, params.id, query);
      if (!read.ok) return chatProblem(call, read.refusal);
      const closed = await closedBody(call, needs, model, params.id);
      const page = { ...messagesBody(read, model), closed };
      return { status: 200, body: { ...page, reply_time: null, live_from } };
    },
    "GET /api/studio/chats/{id}/search": async ({ params, query }, call) => {
      const search = { chatId: params.id, words: query.search, before: query.before ?? null };
      const found = await messaging.searchMessages(modelOf(call), search);
      if (!found.ok) return chatProblem(call, found.refusal);
      return { status: 200, body: { data: found.messages, before: found.olderFrom } };
    },
    "POST /api/studio/chats/{id}/messages": async ({ params, body }, call) => {
      if (body.type !== "text") return problem(call, "only_text");
      const text = {
        chatId: params.id,
        body: body.body,
        tempId: body.temp_id ?? null,
        replyTo: body.reply_to ?? null,
      };
      const sent = await messaging.sendText(modelOf(call), text);
      return sent.ok ? { status: 201, body: sent.message } : sendProblem(call, sent.refusal);
    },
    "POST /api/studio/chats/{id}/read": async ({ params, body }, call) => {
      const read = await messaging.markRead(modelOf(call), params.id, body.up_to ?? null);
      if (!read.ok) return chatProblem(call, read.refusal);
      const { inChat, inAll } = read.unread;
      return { status: 200, body: { success: true, unread_amount: inChat, unread_messages: inAll } };
    },
    "DELETE /api/studio/messages/{id}": async ({ params }, call) => {
      const taken = await messaging.deleteMessage(modelOf(call), params.id);
      return taken.ok ? { status: 200, body: { success: true } } : lostProblem(call, taken.refusal);
    },
  };
}
