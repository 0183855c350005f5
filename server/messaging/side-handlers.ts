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
import type { ChatRole, Participant } from "./participant.ts";
import { chatsPerPage } from "./store/chats-store.ts";

type Studio = Handlers<typeof messagingContract>;
type Input<Key extends keyof Studio> = Parameters<Studio[Key]>[0];
type OfChat = Pick<Input<"GET /api/studio/chats/{id}/messages">, "params">;

/** The handlers that both sides of a chat share: a fan's in their chats, a model's in their studio. */
export function sideHandlers(needs: ChatRoutesNeeds, role: ChatRole) {
  const { messaging } = needs;
  const callerOf = ({ viewer }: Call<Viewer>): Participant => ({ id: viewer.userId, role });
  return {
    /** `path`: the address of the list, for the link to its next page. */
    async chats({ query }: Pick<Input<"GET /api/studio/chats">, "query">, call: Call<Viewer>, path: string) {
      const caller = callerOf(call);
      // Read before the chats are: an event too many is harmless, one too few is not.
      const live_from = await liveFrom(needs, caller);
      const { chats, total, next } = await messaging.chats(caller, query);
      const place = { page: query.page, total, pageSize: chatsPerPage };
      const list = pageOf(chats, place, path, { search: query.search, before: next ?? "" });
      return { status: 200 as const, body: { ...list, live_from } };
    },
    async messages(
      { params, query }: OfChat & Pick<Input<"GET /api/studio/chats/{id}/messages">, "query">,
      call: Call<Viewer>,
    ) {
      const caller = callerOf(call);
      const live_from = await liveFrom(needs, caller);
      const read = await messaging.messages(caller, params.id, query);
      if (!read.ok) return chatProblem(call, read.refusal);
      const reply_time = role === "fan" ? await messaging.replyTime(read.chat.model_id) : null;
      const closed = await closedBody(call, needs, caller, params.id);
      return { status: 200 as const, body: { ...messagesBody(read, caller), closed, reply_time, live_from } };
    },
    async search(
      { params, query }: OfChat & Pick<Input<"GET /api/studio/chats/{id}/search">, "query">,
      call: Call<Viewer>,
    ) {
      const search = { chatId: params.id, words: query.search, before: query.before ?? null };
      const found = await messaging.searchMessages(callerOf(call), search);
      if (!found.ok) return chatProblem(call, found.refusal);
      return { status: 200 as const, body: { data: found.messages, before: found.olderFrom } };
    },
    async sendText(
      { params, body }: OfChat & Pick<Input<"POST /api/studio/chats/{id}/messages">, "body">,
      call: Call<Viewer>,
    ) {
      if (body.type !== "text") return problem(call, "only_text");
      const text = {
        chatId: params.id,
        body: body.body,
        tempId: body.temp_id ?? null,
        replyTo: body.reply_to ?? null,
      };
      const sent = await messaging.sendText(callerOf(call), text);
      return sent.ok ? { status: 201 as const, body: sent.message } : sendProblem(call, sent.refusal);
    },
    async markRead(
      { params, body }: OfChat & Pick<Input<"POST /api/studio/chats/{id}/read">, "body">,
      call: Call<Viewer>,
    ) {
      const read = await messaging.markRead(callerOf(call), params.id, body.up_to ?? null);
      if (!read.ok) return chatProblem(call, read.refusal);
      const { inChat, inAll } = read.unread;
      return {
        status: 200 as const,
        body: { success: true as const, unread_amount: inChat, unread_messages: inAll },
      };
    },
    async removeMessage({ params }: OfChat, call: Call<Viewer>) {
      const taken = await messaging.deleteMessage(callerOf(call), params.id);
      if (!taken.ok) return lostProblem(call, taken.refusal);
      return { status: 200 as const, body: { success: true as const } };
    },
  };
}
