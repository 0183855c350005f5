import { randomUUID } from "node:crypto";
import { testSubscription } from "#testing/push/push-service.ts";
import type { Actors } from "#testing/roles/actors.ts";
import { everybody, fansOnly, type MatrixRow, modelsOnly, room, row } from "#testing/roles/matrix-row.ts";

/** The chat of the fan with the model. */
async function chatOf({ app, fan, model }: Actors): Promise<number> {
  const opened = await app.modules.messaging.open(fan.id, model.id);
  if (!opened.ok) throw new Error("the people of the matrix have no chat");
  return opened.chat.id;
}

const inChat = async (actors: Actors) => ({ params: { id: await chatOf(actors) } });

/** A fresh message in the chat of the fan with the model, by one of the two. */
async function messageBy(actors: Actors, side: "fan" | "model") {
  const author = { id: actors[side].id, role: side };
  const text = { chatId: await chatOf(actors), body: "hello", tempId: null };
  const sent = await actors.app.modules.messaging.sendText(author, text);
  if (!sent.ok) throw new Error("the people of the matrix cannot talk");
  return { params: { id: sent.message.id } };
}

/** The message of the model to many: one and the same, since a day has few. */
async function massMessage({ app, model }: Actors) {
  const clientId = `00000000-0000-4000-8000-${String(model.id).padStart(12, "0")}`;
  const words = { to: "favourites", body: "hello", itemId: null, mediaId: null, price: null } as const;
  const order = { modelId: model.id, ...words, sendAt: null, clientId };
  const sent = await app.modules.messaging.sendMassMessage(order);
  if (!sent.ok) throw new Error("the model of the matrix cannot write to many");
  return { params: { id: sent.mass.id } };
}

const talkersOnly = (status: number) => ({ ...everybody(status), guest: 401, admin: 403 });

/** Videos, posts, chats and notices. */
export const contentRows = {
  // Videos and posts: items that nobody has
  "GET /api/videos-all": row(everybody(200)),
  "GET /api/search-suggestions": row(everybody(200), () => ({ query: { search: "lu" } })),
  "GET /api/posts-all": row(everybody(200)),
  "GET /api/videos/{id}": row(everybody(404), () => ({ params: { id: 999_999 } })),
  "GET /api/posts/{id}": row(everybody(404), () => ({ params: { id: 999_999 } })),
  "GET /api/model-profile-attachments/{slug}": row(everybody(200), room),
  "GET /api/model-profile-posts/{slug}": row(everybody(200), room),
  "GET /api/videos-purchased": row(fansOnly(200)),
  "GET /api/fan/purchased-posts": row(fansOnly(200)),
  "POST /api/fan/buy-attachment": row(fansOnly(404), () => ({ body: { attachment_id: 999_999 } })),
  "POST /api/fan/buy-post/{postId}": row(fansOnly(404), () => ({ params: { postId: 999_999 } })),
  "POST /api/fan/seen-videos": row(fansOnly(204)),
  "POST /api/fan/seen-posts": row(fansOnly(204)),

  // Comments on posts: one that nobody has
  "GET /api/posts/{id}/comments": row({ ...everybody(404), guest: 401, admin: 403 }, () => ({
    params: { id: 999_999 },
  })),
  "POST /api/posts/{id}/comments": row({ ...everybody(404), guest: 401, admin: 403 }, () => ({
    params: { id: 999_999 },
    body: { text: "hello", client_id: randomUUID() },
  })),
  "DELETE /api/comments/{id}": row({ ...everybody(404), guest: 401, admin: 403 }, () => ({
    params: { id: 999_999 },
  })),
  "GET /api/studio/comments": row(modelsOnly(200)),
  "POST /api/studio/comments-seen": row(modelsOnly(200), () => ({ body: { up_to: 1 } })),
  "POST /api/fan/rate-attachment": row(fansOnly(404), () => ({
    body: { attachment_id: 999_999, stars: 5 },
  })),
  "POST /api/fan/rate-post": row(fansOnly(404), () => ({ body: { post_id: 999_999, stars: 5 } })),
  "POST /api/fan/like-post": row(fansOnly(404), () => ({ body: { post_id: 999_999, liked: true } })),

  // Chats: the fan's with the model
  "GET /api/chat/{fanId}": row(fansOnly(200, 403), ({ fan }) => ({ params: { fanId: fan.id } })),
  "GET /api/chat/{id}/message": row(fansOnly(200, 403), inChat),
  "GET /api/chat/{id}/search": row(fansOnly(200, 403), async (actors) => ({
    ...(await inChat(actors)),
    query: { search: "hello" },
  })),
  "POST /api/chat/{chat_id}/message": row(fansOnly(201, 403), async (actors) => ({
    params: { chat_id: await chatOf(actors) },
    body: { body: "hello", temp_id: randomUUID() },
  })),
  "POST /api/chat/set-message-read/{id}": row(fansOnly(200, 403), inChat),
  "DELETE /api/chat/message/{id}": row(fansOnly(200, 403), (actors) => messageBy(actors, "fan")),
  "POST /api/chat": row(fansOnly(200, 201), async (actors) => {
    await chatOf(actors);
    return { body: { model_id: actors.model.id } };
  }),
  "DELETE /api/chat/{id}": row(fansOnly(200, 403), inChat),
  "POST /api/chat/chat-media-attachments": row(fansOnly(200, 403), async (actors) => ({
    body: { chat_id: await chatOf(actors) },
  })),
  "GET /api/chat/word-filter": row(talkersOnly(200)),
  "POST /api/chat/word-filter": row(talkersOnly(200), () => ({ body: { words: [] } })),
  "POST /api/chat/buying-paid-media/{id}": row(fansOnly(404)),
  "GET /api/get-chat-purchased-content": row(fansOnly(200)),
  "GET /api/studio/chat-rules": row(modelsOnly(200)),
  "POST /api/studio/chat-rules": row(modelsOnly(200), () => ({ body: { subscribers_only: false } })),
  "GET /api/studio/chats": row(modelsOnly(200)),
  "GET /api/studio/chats/{id}/messages": row(modelsOnly(200, 403), inChat),
  "GET /api/studio/chats/{id}/search": row(modelsOnly(200, 403), async (actors) => ({
    ...(await inChat(actors)),
    query: { search: "hello" },
  })),
  "POST /api/studio/chats/{id}/messages": row(modelsOnly(201, 403), async (actors) => ({
    ...(await inChat(actors)),
    body: { body: "hello", temp_id: randomUUID() },
  })),
  "POST /api/studio/chats/{id}/read": row(modelsOnly(200, 403), inChat),
  "DELETE /api/studio/messages/{id}": row(modelsOnly(200, 403), (actors) => messageBy(actors, "model")),
  "GET /api/studio/mass-messages": row(modelsOnly(200)),
  "POST /api/studio/mass-messages": row(modelsOnly(201), () => ({
    body: { to: "favourites", body: "hello", client_id: randomUUID() },
  })),
  // Without a file.
  "POST /api/studio/mass-media": row(modelsOnly(422)),
  "DELETE /api/studio/mass-messages/{id}": row(modelsOnly(200, 403), massMessage),

  // Notices: one of a code that is not ours
  "POST /api/fan/notify-model": row(fansOnly(200), ({ model }) => ({
    body: { model_id: model.id, notify: true },
  })),
  "GET /api/fan/notification-settings": row(fansOnly(200)),
  "POST /api/fan/notification-settings": row(fansOnly(200), () => ({ body: { digest: false } })),
  "POST /api/fan/mute-model": row(fansOnly(200), ({ model }) => ({
    body: { model_id: model.id, muted: true },
  })),
  "GET /api/fan/notifications": row(fansOnly(200)),
  "POST /api/fan/notifications/read": row(fansOnly(200), () => ({ body: { up_to: 1 } })),
  "GET /api/fan/push": row(fansOnly(200)),
  "POST /api/fan/push": row(fansOnly(200), () => ({ body: testSubscription })),
  "DELETE /api/fan/push": row(fansOnly(204)),
  "GET /api/fan/saved-searches": row(fansOnly(200)),
  "POST /api/fan/saved-searches": row(fansOnly(200), () => ({ body: { gender: 1, search: "luna" } })),
  "POST /api/fan/saved-searches/{id}/change": row(fansOnly(404), () => ({
    params: { id: 999_999 },
    body: { alerts: false },
  })),
  "DELETE /api/fan/saved-searches/{id}": row(fansOnly(204), () => ({ params: { id: 999_999 } })),
  "POST /api/fan/await-public": row(fansOnly(200), ({ model }) => ({
    body: { model_id: model.id, tell: true },
  })),
  "GET /api/notices/{code}": row(everybody(404), () => ({ params: { code: `1-2-${"A".repeat(22)}` } })),
} as const satisfies Record<string, MatrixRow>;
