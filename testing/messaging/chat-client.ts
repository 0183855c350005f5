import { randomUUID } from "node:crypto";
import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import type { Person, Reply, TestApp } from "#testing/app/test-app.ts";

type Answer<Body> = Omit<Reply, "body"> & { body: Body };
type Page<Item> = { data: Item[]; links: { next: string | null }; meta: object };

/** The commands of fans and models in chats, over real HTTP. */
export function chatClient(app: TestApp) {
  const call = async <Body>(...args: Parameters<TestApp["call"]>) =>
    (await app.call(...args)) as unknown as Answer<Body>;
  /** The form of a text. */
  const form = (body: string, tempId: string) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries({ type: "text", body, temp_id: tempId }))
      sent.set(name, value);
    return sent;
  };
  return {
    form,
    /** The chat of a fan with a model, new or the one there is. */
    open: (fan: Person, model: Pick<Person, "id">) =>
      call<Chat>("POST", "/api/chat", { as: fan, body: { model_id: model.id } }),
    chats: (fan: Person, query = "") => call<Page<Chat>>("GET", `/api/chat/${fan.id}${query}`, { as: fan }),
    chatsOfModel: (model: Person, query = "") =>
      call<Page<Chat>>("GET", `/api/studio/chats${query}`, { as: model }),
    messages: (fan: Person, chatId: number) =>
      call<Page<ChatMessage> & { chat: Chat }>("GET", `/api/chat/${chatId}/message`, { as: fan }),
    messagesOfModel: (model: Person, chatId: number) =>
      call<Page<ChatMessage> & { chat: Chat }>("GET", `/api/studio/chats/${chatId}/messages`, { as: model }),
    say: (fan: Person, chatId: number, body: string, tempId: string = randomUUID()) =>
      call<ChatMessage>("POST", `/api/chat/${chatId}/message`, { as: fan, body: form(body, tempId) }),
    answer: (model: Person, chatId: number, body: string, tempId: string = randomUUID()) =>
      call<ChatMessage>("POST", `/api/studio/chats/${chatId}/messages`, {
        as: model,
        body: form(body, tempId),
      }),
    unreadOf: async (person: Person) =>
      (await app.call("GET", "/api/get-main-page-counters", { as: person })).body.unread_messages,
  };
}
