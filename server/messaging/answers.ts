import type { Position } from "#contract/realtime.ts";
import type { Call } from "#server/kit/http/call.ts";
import { keyOf, problem, waitProblem } from "#server/kit/http/problem.ts";
import { overloadedProblem } from "#server/kit/http/refuse-overloaded.ts";
import type { ChatRefusal } from "./chats/chats.ts";
import { messagesPath } from "./chats/read-chats.ts";
import type { DeleteRefusal, MessagesPage } from "./messages/messages.ts";
import type { SendRefusal } from "./messages/send-message.ts";
import type { Messaging } from "./messaging.ts";
import type { Participant } from "./participant.ts";

export type ChatRoutesNeeds = {
  messaging: Messaging;
  /** Where live events are now. */
  position(topic: "public" | "presence" | `person:${number}`): Promise<Position>;
};

/** Where the live events go on from what is read after this. */
export async function liveFrom({ position }: ChatRoutesNeeds, { id }: Participant) {
  const [person, everybody, presence] = await Promise.all([
    position(`person:${id}`),
    position("public"),
    position("presence"),
  ]);
  return { person, public: everybody, presence };
}

const specificKeys = { not_yours: "not_your_message" } as const;

/** Why a chat is not shown. */
export function chatProblem(call: Call, refusal: ChatRefusal) {
  return problem(call, keyOf(refusal, specificKeys));
}

/**
 * Why a chat is closed to somebody, in the caller's words; null while it is not. Where only subscribers write it is open:
 * anybody may subscribe, and tip with a note.
 */
export async function closedBody(
  call: Call,
  { messaging }: ChatRoutesNeeds,
  who: Participant,
  chatId: number,
) {
  const refusal = await messaging.writeRefusal(who, chatId);
  if (refusal === null || refusal === "subscribers_only") return null;
  return problem(call, keyOf(refusal, specificKeys)).body;
}

/** Why a message was not sent. */
export function sendProblem(call: Call, refusal: SendRefusal) {
  switch (refusal.code) {
    case "too_many":
      return waitProblem(call, "too_many_messages", refusal.retryAfterSeconds);
    case "overloaded":
      return overloadedProblem(call);
    default:
      return problem(call, keyOf(refusal.code, specificKeys));
  }
}

/** Why a message was not taken back. */
export function lostProblem<Refused extends DeleteRefusal>(call: Call, refusal: Refused) {
  return problem(call, keyOf(refusal, specificKeys));
}

/** A page of messages in the words of the wire: the next one begins before the last of this one. */
export function messagesBody(
  { messages, olderFrom, page, lastPage, chat }: MessagesPage,
  participant: Participant,
) {
  const next = new URLSearchParams({ before: String(olderFrom), page: String(page + 1) });
  return {
    data: messages,
    links: { next: olderFrom === null ? null : `${messagesPath(chat.id, participant)}?${next}` },
    meta: { current_page: page, last_page: lastPage },
    chat,
  };
}
