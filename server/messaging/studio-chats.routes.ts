import type { MassMessage, messagingContract } from "#contract/messaging.ts";
import type { Call, Handlers, Viewer } from "#server/kit/http/call.ts";
import { pageOf } from "#server/kit/http/pages.ts";
import { problem } from "#server/kit/http/problem.ts";
import {
  type ChatRoutesNeeds,
  chatProblem,
  liveFrom,
  lostProblem,
  messagesBody,
  sendProblem,
} from "./answers.ts";
import type { Participant } from "./participant.ts";
import { chatsPerPage } from "./store/chats-store.ts";
import { type MassMessageRow, massMessagesPerPage } from "./store/mass-store.ts";

const modelOf = ({ viewer }: Call<Viewer>): Participant => ({ id: viewer.userId, role: "model" });

type Routes = Handlers<typeof messagingContract>;
type ChatCalls =
  | "GET /api/studio/chats"
  | "GET /api/studio/chats/{id}/messages"
  | "POST /api/studio/chats/{id}/messages"
  | "POST /api/studio/chats/{id}/read"
  | "DELETE /api/studio/messages/{id}";
type MassCalls =
  | "GET /api/studio/mass-messages"
  | "POST /api/studio/mass-messages"
  | "DELETE /api/studio/mass-messages/{id}";

/** The model's side of the chats. */
export function studioChatRoutes(needs: ChatRoutesNeeds): Pick<Routes, ChatCalls | MassCalls> {
  return { ...chatRoutes(needs), ...massRoutes(needs) };
}

function chatRoutes(needs: ChatRoutesNeeds): Pick<Routes, ChatCalls> {
  const { messaging } = needs;
  return {
    "GET /api/studio/chats": async ({ query }, call) => {
      const model = modelOf(call);
      // Read before the chats are: an event too many is harmless, one too few is not.
      const live_from = await liveFrom(needs, model);
      const { chats, total } = await messaging.chats(model, query);
      const place = { page: query.page, total, pageSize: chatsPerPage };
      const list = pageOf(chats, place, "/api/studio/chats", { search: query.search });
      return { status: 200, body: { ...list, live_from } };
    },
    "GET /api/studio/chats/{id}/messages": async ({ params, query }, call) => {
      const model = modelOf(call);
      const live_from = await liveFrom(needs, model);
      const read = await messaging.messages(model, params.id, query.before ?? null);
      if (!read.ok) return chatProblem(call, read.refusal);
      return { status: 200, body: { ...messagesBody(read, model, query.page), live_from } };
    },
    "POST /api/studio/chats/{id}/messages": async ({ params, body }, call) => {
      if (body.type !== "text") return problem(call, "only_text");
      const text = { chatId: params.id, body: body.body, tempId: body.temp_id ?? null };
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

function massRoutes({ messaging }: ChatRoutesNeeds): Pick<Routes, MassCalls> {
  return {
    "GET /api/studio/mass-messages": async ({ query: { page } }, call) => {
      const { rows, total } = await messaging.massMessages(call.viewer.userId, page);
      const place = { page, total, pageSize: massMessagesPerPage };
      return { status: 200, body: pageOf(rows.map(presentMass), place, "/api/studio/mass-messages") };
    },
    "POST /api/studio/mass-messages": async ({ body }, call) => {
      const { to, body: words, client_id: clientId } = body;
      const sent = await messaging.sendMassMessage({
        modelId: call.viewer.userId,
        to,
        body: words,
        clientId,
      });
      if (sent.ok) return { status: 201, body: presentMass(sent.mass) };
      if (sent.refusal === "too_many") return problem(call, "too_many_today");
      if (sent.refusal === "id_used") return problem(call, "temp_id_used");
      return problem(call, "not_listed");
    },
    "DELETE /api/studio/mass-messages/{id}": async ({ params }, call) => {
      const taken = await messaging.recallMassMessage(call.viewer.userId, params.id);
      return taken.ok ? { status: 200, body: presentMass(taken.mass) } : lostProblem(call, taken.refusal);
    },
  };
}

function presentMass(row: MassMessageRow): MassMessage {
  return {
    id: row.id,
    to: row.audience,
    body: row.body,
    recipients: row.recipients,
    created_at: row.sent_at.toISOString(),
    taken_back_at: row.taken_back_at?.toISOString() ?? null,
  };
}
