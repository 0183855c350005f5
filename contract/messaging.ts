import { z } from "zod";
import { promoStreamData, streamState } from "./catalog.ts";
import { chatMedia, chatMessage, messageText, tempId } from "./chat-message.ts";
import { chatRulesContract } from "./chat-rules.ts";
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
import { idInBody, shaped, text, wholeNumber } from "./fields.ts";
import { massMessagesContract } from "./mass-messages.ts";
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
    /** Empty: the account is closed. */
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
/** How soon a model usually replies: within minutes, an hour, some hours, a day, or later. */
export const replyTime = z.enum(["minutes", "hour", "hours", "day", "days"]);
export type ReplyTime = z.output<typeof replyTime>;

/** Why nothing can be sent in a chat, in the caller's language: one has blocked the other, or is gone. */
const closedChat = z.object({ code: z.string(), message: z.string() });

/**
 * Messages, newest first; `links.next` leads to older ones. With the chat that they belong to, why it is `closed` to the
 * caller (null: it is not), and for a fan the median of the model's times to a reply; null where there are too few.
 */
export const messageList = page(chatMessage).extend({
  chat,
  closed: closedChat.nullable(),
  reply_time: replyTime.nullable(),
  live_from: liveFrom,
});

/** Messages of a chat that were searched for, newest first; `before` asks for those before that message. */
const foundMessages = z.object({ data: z.array(chatMessage), before: z.int().nullable() });
const messageSearch = z.object({ search: text({ min: 1, max: 100 }), before: id.optional() });

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

/** `links.next` carries `before`, the place behind which the page begins; without it pages are counted from the newest. */
const chatsQuery = searchQuery.extend({ before: shaped(/^\d{1,16}\.\d{1,15}$/).optional() });

const messagesQuery = z.object({
  /** Only messages before this one; links.next carries it. Without it pages are counted from the newest. */
  before: id.optional(),
  page: wholeNumber(1, 100_000).default(1),
});

/** The form by which a text goes out. Files go to the photos origin. */
export const textForm = z.object({
  type: z.enum(["text", "media", "paid_media"], "invalid").default("text"),
  body: messageText,
  temp_id: tempId.optional(),
  /** The message of the same chat that this one answers. */
  reply_to: idInBody.optional(),
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
    query: chatsQuery,
    responses: { 200: chatList, ...refusals },
  },
  "GET /api/chat/{id}/message": {
    summary: "The messages of a chat, newest first; links.next leads to older ones",
    access: ["fan"],
    params: ofChat,
    query: messagesQuery,
    responses: { 200: messageList, ...refusals },
  },
  "GET /api/chat/{id}/search": {
    summary: "Messages of a chat whose words begin like all of those searched for, newest first",
    access: ["fan"],
    params: ofChat,
    query: messageSearch,
    responses: { 200: foundMessages, ...refusals },
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
    summary:
      "Recall the caller's own message for both participants; what was bought stays with its buyer, and tips stay",
    access: ["fan"],
    params: ofChat,
    responses: { 200: success, 409: problem, ...refusals },
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
      /** `balance` is what the purchase left, after the transfer `transfer_id`. */
      200: z.object({
        success: z.literal(true),
        balance: z.int(),
        transfer_id: z.int().optional(),
        item: purchasedChatMedia,
      }),
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

const modelCalls = {
  "GET /api/studio/chats": {
    summary: "The model's chats, newest first, found by the fan's name",
    access: ["model"],
    query: chatsQuery,
    responses: { 200: chatList, ...refusals },
  },
  "GET /api/studio/chats/{id}/messages": {
    summary: "The messages of one of the model's chats, newest first; links.next leads to older ones",
    access: ["model"],
    params: ofChat,
    query: messagesQuery,
    responses: { 200: messageList, ...refusals },
  },
  "GET /api/studio/chats/{id}/search": {
    summary: "Messages of a chat whose words begin like all of those searched for, newest first",
    access: ["model"],
    params: ofChat,
    query: messageSearch,
    responses: { 200: foundMessages, ...refusals },
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
    summary:
      "Recall the caller's own message for both participants; what was bought stays with its buyer, and tips stay",
    access: ["model"],
    params: ofChat,
    responses: { 200: success, 409: problem, ...refusals },
  },
} as const satisfies Contract;

export const messagingContract = {
  ...fanCalls,
  ...chatRulesContract,
  ...modelCalls,
  ...massMessagesContract,
} as const satisfies Contract;
