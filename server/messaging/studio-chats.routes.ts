import type { messagingContract } from "#contract/messaging.ts";
import type { Handlers } from "#server/kit/http/call.ts";
import type { ChatRoutesNeeds } from "./answers.ts";
import { sideHandlers } from "./side-handlers.ts";
import { massRoutes } from "./to-many/mass.routes.ts";

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
  const side = sideHandlers(needs, "model");
  return {
    "GET /api/studio/chat-rules": async (_, { viewer }) => ({
      status: 200,
      body: { subscribers_only: await messaging.isForSubscribers(viewer.userId) },
    }),
    "POST /api/studio/chat-rules": async ({ body }, { viewer }) => {
      await messaging.setForSubscribers(viewer.userId, body.subscribers_only);
      return { status: 200, body };
    },
    "GET /api/studio/chats": (input, call) => side.chats(input, call, "/api/studio/chats"),
    "GET /api/studio/chats/{id}/messages": side.messages,
    "GET /api/studio/chats/{id}/search": side.search,
    "POST /api/studio/chats/{id}/messages": side.sendText,
    "POST /api/studio/chats/{id}/read": side.markRead,
    "DELETE /api/studio/messages/{id}": side.removeMessage,
  };
}
