import { z } from "zod";
import { promoStreamData, streamState } from "./catalog.ts";
import { chatMedia, chatMessage, messageText, tempId } from "./chat-message.ts";
import {
  id,
  instant,
  page,
  problem,
  searchQuery,
  spendRefused,
  success,
  tooFewTokens,
  tooMany,
} from "./common.ts";
import type { Contract } from "./endpoint.ts";
import { chatFile, priceMax } from "./field-bounds.ts";
import { idInBody, text, wholeNumber } from "./fields.ts";
import { position } from "./realtime.ts";
import { pricing } from "./subscriptions.ts";

/**
 * A chat between a fan and a model, as one of them sees it: `unread_amount` counts what they have not read. Messages
 * load on their own; `messages.links.next` is where they begin.
 */
export const chat = z.object({
  id: z.int(),
  fan_id: z.int(),
  model_id: z.int(),
  inFolders: z.array(z.string()),
  model: z.object({
    artisticName: z.string(),
    avatar: z.string(),
    fanSubscribed: z.boolean(),
    login: z.string(),
    pricing,
    isOnline: z.boolean(),
    streamStatus: streamState.shape.status,
    streamData: streamState,
    promoStreamData: promoStreamData.nullable(),
    /** False: the chat continues, but nobody can open another one with them. */
    modelIsEnabledInListings: z.boolean(),
    isTyping: z.boolean(),
    lastConnection: z.string().nullable(),
  }),
  unread_amount: z.int(),
  latest_message: chatMessage.nullable(),
  messages: page(chatMessage),
  fan: z.object({
    avatar: z.string().nullable(),
    mode: z.string(),
    name: z.string(),
    tokenBalance: z.int(),
  }),
  fans_last_connection: z.string().nullable(),
  fans_last_message: z.string().nullable(),
  fanIsOnline: z.boolean(),
  fanIsTyping: z.boolean(),
});
export type Chat = z.output<typeof chat>;

/** The positions to resume live events from, as of this answer. */
const liveFrom = z.object({ person: position, public: position, presence: position });

/** Chats, the one with the newest message first. */
export const chatList = page(chat).extend({ live_from: liveFrom });
/** Messages, newest first; `links.next` leads to older ones. With the chat that they belong to. */
export const messageList = page(chatMessage).extend({ chat, live_from: liveFrom });

/** A picture or video that was for sale and is bought. It outlives its message: that may be null. */
export const purchasedChatMedia = z.object({
  id: z.int(),
  chat_id: z.int(),
  message_id: z.int().nullable(),
  title: z.string(),
  type: chatMedia.shape.type,
  media: chatMedia,
  thumb: z.string().nullable(),
  watchUrl: z.string().nullable(),
  payed: z.literal(true),
  purchase_status: z.literal("paid"),
  price: z.int(),
  duration: z.number().nullable(),
  added_at: instant,
  model: z.object({ id: z.int(), login: z.string(), avatar: z.string(), name: z.string() }).nullable(),
});
export type PurchasedChatMedia = z.output<typeof purchasedChatMedia>;

/** A picture or video of a chat, newest first. */
export const chatAttachment = z.object({
  message_id: z.int(),
  author_id: z.int(),
  media: chatMedia,
  purchase_status: chatMessage.shape.purchase_status,
  price: z.int().nullable(),
  description: z.string().nullable(),
  created_at: instant,
});
export type ChatAttachment = z.output<typeof chatAttachment>;

const messagesQuery = z.object({
  /** Only messages before this one; links.next carries it. */
  before: id.optional(),
  page: wholeNumber(1, 100_000).default(1),
});

/** What a text goes out with. Files go to the photos origin. */
export const textForm = z.object({
  type: z.enum(["text", "media", "paid_media"], "invalid").default("text"),
  body: messageText,
  temp_id: tempId.optional(),
});
const readBody = z.object({ up_to: idInBody.optional() });
const readAnswer = z.object({ success: z.literal(true), unread_amount: z.int(), unread_messages: z.int() });

const refusals = { 401: problem, 403: problem, 404: problem, 422: problem, 429: tooMany } as const;
const ofChat = z.object({ id });

const fanCalls = {
  "GET /api/chat/{fanId}": {
    summary: "The caller's chats, newest first, searched by the model's name; only under the caller's own id",
    access: ["fan"],
    params: z.object({ fanId: id }),
    query: searchQuery,
    responses: { 200: chatList, ...refusals },
  },
  "GET /api/chat/{id}/message": {
    summary: "The messages of a chat, newest first; links.next leads to older ones",
    access: ["fan"],
    params: ofChat,
    query: messagesQuery,
    responses: { 200: messageList, ...refusals },
  },
  "POST /api/chat/{chat_id}/message": {
    summary: "Send a text. The same temp_id again is the same message; another text under it is refused",
    access: ["fan"],
    params: z.object({ chat_id: id }),
    body: textForm,
    files: {},
    responses: { 201: chatMessage, 409: problem, ...refusals, 503: tooMany },
  },
  "POST /api/chat/set-message-read/{id}": {
    summary: "Everything in a chat is read, or everything until `up_to`",
    access: ["fan"],
    params: ofChat,
    body: readBody,
    responses: { 200: readAnswer, ...refusals },
  },
  "DELETE /api/chat/message/{id}": {
    summary: "Recall the caller's own message for both participants; what was bought stays with its buyer",
    access: ["fan"],
    params: ofChat,
    responses: { 200: success, ...refusals },
  },
  "POST /api/chat": {
    summary: "Open the chat with a model: 201 when it is new, 200 with the one there was",
    access: ["fan"],
    body: z.object({ model_id: idInBody }),
    responses: { 200: chat, 201: chat, ...refusals },
  },
  "DELETE /api/chat/{id}": {
    summary: "Remove a chat from the caller's list until the next message",
    access: ["fan"],
    params: ofChat,
    responses: { 200: success, ...refusals },
  },
  "POST /api/chat/chat-media-attachments": {
    summary: "The pictures and videos of a chat, newest first",
    access: ["fan"],
    body: z.object({ chat_id: idInBody, page: wholeNumber(1, 10_000).default(1) }),
    responses: { 200: page(chatAttachment), ...refusals },
  },
  "POST /api/chat/buying-paid-media/{id}": {
    summary: "Buy the paid picture or video with this media id. What one owns is answered again, not charged",
    access: ["fan"],
    idempotent: true,
    params: ofChat,
    responses: {
      200: z.object({ success: z.literal(true), balance: z.int(), item: purchasedChatMedia }),
      ...refusals,
      402: tooFewTokens,
      403: spendRefused,
      409: problem,
    },
  },
  "GET /api/get-chat-purchased-content": {
    summary: "What was bought in chats, newest first, found by description or the model's name",
    access: ["fan"],
    query: searchQuery,
    responses: { 200: page(purchasedChatMedia), ...refusals },
  },
} as const satisfies Contract;

/** A message that went to many at once. */
export const massMessage = z.object({
  id: z.int(),
  to: z.enum(["favourites", "subscribers"]),
  body: z.string(),
  recipients: z.int(),
  created_at: instant,
  taken_back_at: instant.nullable(),
});
export type MassMessage = z.output<typeof massMessage>;

const modelCalls = {
  "GET /api/studio/chats": {
    summary: "The model's chats, newest first, found by the fan's name",
    access: ["model"],
    query: searchQuery,
    responses: { 200: chatList, ...refusals },
  },
  "GET /api/studio/chats/{id}/messages": {
    summary: "The messages of one of the model's chats, newest first; links.next leads to older ones",
    access: ["model"],
    params: ofChat,
    query: messagesQuery,
    responses: { 200: messageList, ...refusals },
  },
  "POST /api/studio/chats/{id}/messages": {
    summary: "Answer with a text. The same temp_id again is the same message",
    access: ["model"],
    params: ofChat,
    body: textForm,
    files: {},
    responses: { 201: chatMessage, 409: problem, ...refusals, 503: tooMany },
  },
  "POST /api/studio/chats/{id}/read": {
    summary: "Everything in a chat is read, or everything until `up_to`",
    access: ["model"],
    params: ofChat,
    body: readBody,
    responses: { 200: readAnswer, ...refusals },
  },
  "DELETE /api/studio/messages/{id}": {
    summary: "Recall the caller's own message for both participants; what was bought stays with its buyer",
    access: ["model"],
    params: ofChat,
    responses: { 200: success, ...refusals },
  },
  "GET /api/studio/mass-messages": {
    summary: "What the model sent to many, newest first",
    access: ["model"],
    query: searchQuery.pick({ page: true }),
    responses: { 200: page(massMessage), ...refusals },
  },
  "POST /api/studio/mass-messages": {
    summary: "One text to all fans who like the model, or to their subscribers; 5 a day",
    access: ["model"],
    body: z.object({
      to: massMessage.shape.to,
      body: messageText,
      client_id: z.uuid("invalid"),
    }),
    responses: { 201: massMessage, 409: problem, ...refusals },
  },
  "DELETE /api/studio/mass-messages/{id}": {
    summary: "Take a message to many back from every chat",
    access: ["model"],
    params: ofChat,
    responses: { 200: massMessage, ...refusals },
  },
} as const satisfies Contract;

export const messagingContract = { ...fanCalls, ...modelCalls } as const satisfies Contract;

/** The text fields of a file's form; they come before the file. Price and description belong to paid_media alone. */
export const mediaForm = z.object({
  from: z.enum(["fan_chat", "model_chat"], "invalid"),
  type: z.enum(["media", "paid_media"], "invalid"),
  temp_id: tempId.optional(),
  price: wholeNumber(1, priceMax, "whole_tokens").optional(),
  description: text({ max: 500 }).optional(),
});

/**
 * What the photos origin serves. Separate from the contract of the application's origin: the token comes in the
 * header `access-token`, other origins of ours may call it, and files are taken as they come, however long they are.
 */
export const photosContract = {
  "POST /chat/{chat_id}/message": {
    summary:
      "Send a picture (JPEG, PNG, WebP, at most 20 MB) or a video (MP4, WebM, MOV, at most 500 MB); paid_media is for models. On the photos origin, with the token in the header `access-token`",
    access: ["fan", "model"],
    photos: true,
    params: z.object({ chat_id: id }),
    body: mediaForm,
    files: {
      file: {
        accept: [...chatFile.picture.accept, ...chatFile.video.accept],
        bytesMax: chatFile.video.bytesMax,
        onDisk: true,
      },
      /** A picture of a video, drawn by the page that sends it. */
      poster: { ...chatFile.poster, optional: true },
    },
    responses: { 201: chatMessage, 409: problem, 413: problem, 415: problem, ...refusals, 503: tooMany },
  },
} as const satisfies Contract;
