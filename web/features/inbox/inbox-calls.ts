import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat, ReplyTime } from "#contract/messaging.ts";
import type { Position } from "#contract/realtime.ts";
import type { Api, ApiAnswer } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { type CommandAnswer, goneIsDone, Refusal } from "#web/lib/api/refusal.ts";
import type { SendOutcome } from "./thread/thread-session.ts";

/** Where the live events go on from what an answer says. */
export type LiveFrom = { person: Position; public: Position; presence: Position };

export type ChatsPage = {
  data: Chat[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
  live_from: LiveFrom;
};

export type ThreadPage = {
  data: ChatMessage[];
  links: { next: string | null };
  chat: Chat;
  /** Why nothing can be sent in it; null while something can. */
  closed: { code: string; message: string } | null;
  reply_time: ReplyTime | null;
  live_from: LiveFrom;
};

/** A thread that can be shown, or the status for which it cannot. */
export type ThreadAnswer = { status: 200; page: ThreadPage } | { status: number; page: null };

export type ReadMark = { unread_amount: number; unread_messages: number };

/** The page of the chats to read, and the place it begins behind; null for the first. */
export type ChatsStart = { page: number; before: string | null };

/** Where the page behind this one begins; undefined on the last. */
export function chatsBehind({ links, meta }: ChatsPage): ChatsStart | undefined {
  if (links.next === null) return undefined;
  const before = new URL(links.next, "http://here").searchParams.get("before");
  return { page: meta.current_page + 1, before };
}

/** The questions of one side of a chat to the server. */
export type InboxCalls = {
  chats(start: ChatsStart, search: string, signal?: AbortSignal): Promise<ChatsPage>;
  /** `before` is the message that the page ends before; null asks for the newest. */
  messages(chatId: number, before: number | null): Promise<ThreadAnswer>;
  sendText(chatId: number, body: string, tempId: string, replyTo: number | null): Promise<SendOutcome>;
  /** Messages of a chat with these words, before one of them or the newest. */
  search(chatId: number, words: string, before: number | null, signal?: AbortSignal): Promise<FoundMessages>;
  markRead(chatId: number, upToId: number): Promise<ReadMark | null>;
  /** Takes an own message back. */
  removeMessage(messageId: number): Promise<CommandAnswer>;
};

/** The calls of a fan. */
export function fanCalls(api: Api, fanId: number): InboxCalls {
  return {
    async chats(start, search, signal) {
      const query = chatsOf(start, search);
      return answerOf(await api.call("GET /api/chat/{fanId}", { params: { fanId }, query, signal }));
    },
    messages: async (id, before) =>
      thread(await api.call("GET /api/chat/{id}/message", { params: { id }, query: pageOf(before) })),
    sendText: async (chat_id, body, temp_id, reply_to) =>
      sent(
        await api.call("POST /api/chat/{chat_id}/message", {
          params: { chat_id },
          body: { type: "text", body, temp_id, ...answering(reply_to) },
          files: {},
          timeoutMs: null,
        }),
      ),
    search: async (id, search, before, signal) =>
      answerOf(
        await api.call("GET /api/chat/{id}/search", {
          params: { id },
          query: { search, ...pageOf(before) },
          signal,
        }),
      ),
    markRead: async (id, up_to) =>
      marked(await api.call("POST /api/chat/set-message-read/{id}", { params: { id }, body: { up_to } })),
    removeMessage: async (id) =>
      goneIsDone(await api.call("DELETE /api/chat/message/{id}", { params: { id } })),
  };
}

/** The calls of a model. */
export function modelCalls(api: Api): InboxCalls {
  return {
    chats: async (start, search, signal) =>
      answerOf(await api.call("GET /api/studio/chats", { query: chatsOf(start, search), signal })),
    messages: async (id, before) =>
      thread(
        await api.call("GET /api/studio/chats/{id}/messages", { params: { id }, query: pageOf(before) }),
      ),
    sendText: async (id, body, temp_id, reply_to) =>
      sent(
        await api.call("POST /api/studio/chats/{id}/messages", {
          params: { id },
          body: { type: "text", body, temp_id, ...answering(reply_to) },
          files: {},
          timeoutMs: null,
        }),
      ),
    search: async (id, search, before, signal) =>
      answerOf(
        await api.call("GET /api/studio/chats/{id}/search", {
          params: { id },
          query: { search, ...pageOf(before) },
          signal,
        }),
      ),
    markRead: async (id, up_to) =>
      marked(await api.call("POST /api/studio/chats/{id}/read", { params: { id }, body: { up_to } })),
    removeMessage: async (id) =>
      goneIsDone(await api.call("DELETE /api/studio/messages/{id}", { params: { id } })),
  };
}

/** The message before which a page ends, as the address of the page says it. */
export function beforeOf(address: string): number | null {
  const before = new URL(address, "http://here").searchParams.get("before");
  return before === null ? null : Number(before);
}

const chatsOf = ({ page, before }: ChatsStart, search: string) => ({
  ...{ page, search },
  ...(before === null ? {} : { before }),
});

const answering = (reply_to: number | null) => (reply_to === null ? {} : { reply_to });

/** Found messages, newest first; `before`: where the next page of them begins. */
export type FoundMessages = { data: ChatMessage[]; before: number | null };

const pageOf = (before: number | null) => (before === null ? {} : { before });

type MessagesAnswer = ApiAnswer<"GET /api/chat/{id}/message" | "GET /api/studio/chats/{id}/messages">;

function thread(answer: MessagesAnswer): ThreadAnswer {
  return answer.status === 200 ? { status: 200, page: answer.body } : { status: answer.status, page: null };
}

const waitSeconds = 60;

type SentAnswer = ApiAnswer<"POST /api/chat/{chat_id}/message" | "POST /api/studio/chats/{id}/messages">;

function sent(answer: SentAnswer): SendOutcome {
  if (answer.status === 201) return { ok: true, message: answer.body };
  const { unknown, status, retryAfter, errors, message } = new Refusal(answer);
  if (unknown) return { ok: false, refusal: "network" };
  if (status === 429) return { ok: false, refusal: "slow_down", waitSeconds: retryAfter ?? waitSeconds };
  return { ok: false, refusal: "refused", message: Object.values(errors ?? {})[0]?.[0] ?? message };
}

type ReadAnswer = ApiAnswer<"POST /api/chat/set-message-read/{id}" | "POST /api/studio/chats/{id}/read">;

const marked = (answer: ReadAnswer): ReadMark | null => (answer.status === 200 ? answer.body : null);
