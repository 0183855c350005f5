import { z } from "zod";
import { chatMedia, chatMessage } from "./chat-message.ts";
import { slugOfRoom as slug } from "./fields.ts";
import { topTippersMax } from "./room-values.ts";
import { pauseReason, showEnd, showState } from "./show-state.ts";

const id = z.int().positive();
const tokens = z.int().nonnegative();
const at = z.iso.datetime({ offset: true });
/** Up to 200 characters of two code units each. */
const label = z.string().max(400);
const address = z.string().max(2_000);
const reference = z.union([id, z.string().min(1).max(64)]);

/** Tokens set aside for a show; to its fan alone. */
const heldTokens = tokens.optional();

const modelRoom = { model_id: id, slug };
/** `gender_id` is 0 while the model has not set it; then only they themselves receive it. */
const listedRoom = { ...modelRoom, gender_id: z.int().nonnegative() };
/** `token` opens the video for one fan, so it may only travel to that fan's own topic. */
const playback = { stream_id: z.string().max(200).optional(), token: z.string().max(4_000).optional() };

const roomMessage = z
  .strictObject({
    id: z.int(),
    /** Made by the sender's page, which replaces its pending message with this one. */
    client_message_id: z.string().min(1).max(64).nullable(),
    author: z.strictObject({ id: id.nullable(), name: label, role: z.enum(["fan", "model", "system"]) }),
    kind: z.enum(["text", "tip", "gift", "system"]),
    body: z.string().max(2_000),
    language: z.enum(["en", "es"]).optional(),
    tokens: tokens.optional(),
    gift_id: id.optional(),
    gift_image: address.optional(),
    menu_item: z.strictObject({ en: label, es: label }).optional(),
    at,
  })
  .refine(({ kind, tokens }) => (kind === "tip" || kind === "gift") === (tokens !== undefined), {
    error: "tips and gifts, and only they, say how many tokens",
  })
  .refine(({ kind, gift_id }) => (kind === "gift") === (gift_id !== undefined), {
    error: "gifts, and only they, say which gift",
  });

const sentMessage = z.strictObject({
  ...chatMessage.shape,
  media: z.strictObject(chatMedia.shape).nullable(),
});

const topTipper = z.strictObject({ id, name: label, tokens });
const menuItem = z.strictObject({ id, title: z.strictObject({ en: label, es: label }), price: tokens });

/** Every event by the name it has on the wire, with its payload. Unknown fields are refused, so nothing leaks. */
export const realtimeEvents = {
  /** A model went live: mark their card as streaming, or add `card` (a model card) where it belongs. */
  StreamBegan: z.strictObject({
    ...listedRoom,
    status: z.literal("began").default("began"),
    card: z.unknown().optional(),
  }),
  /** A model stopped: their stream is back to these five values, spelt as on their card. */
  StreamStopped: z.strictObject({
    ...listedRoom,
    mode: z.literal("one_to_many").default("one_to_many"),
    promo: z.literal("").default(""),
    status: z.literal("stopped").default("stopped"),
    type: z.literal("public").default("public"),
    watchers: z.literal(0).default(0),
  }),
  /** A fan entered a room; `watchers` is the number of fans there now. */
  FanJoinedRoomEvent: z.strictObject({ ...modelRoom, watchers: z.int().nonnegative() }),
  /** A fan left a room; `watchers` is the number of fans there now. */
  FanLeftRoomEvent: z.strictObject({ ...modelRoom, watchers: z.int().nonnegative() }),
  /** The stream began, pauses or stopped; a pause says why nothing plays. */
  ChatRoomStatusChanged: z.strictObject({
    ...listedRoom,
    ...playback,
    status: z.enum(["began", "paused", "stopped"]),
    reason: pauseReason.exclude(["fan_media_lost"]).optional(),
  }),
  ChatRoomModeChanged: z.strictObject({
    ...listedRoom,
    ...playback,
    mode: z.enum(["one_to_many", "one_to_one"]),
  }),
  ChatRoomTypeChanged: z.strictObject({
    ...listedRoom,
    ...playback,
    type: z.enum(["public", "private", "vip", "promo"]),
  }),
  /** A token purchase was completed: `tokens` were added and the balance is `new_balance`. */
  CallbackBuyTokensEvent: z.strictObject({
    type: z.literal("tokens").default("tokens"),
    tokens,
    new_balance: tokens,
    transaction_id: reference.optional(),
  }),
  /** A subscription payment was completed. */
  CallbackBuySubscriptionEvent: z.strictObject({
    fan_id: id,
    model_id: id,
    subscription_id: id.optional(),
    transaction_id: reference.optional(),
  }),
  /** A subscription began, was renewed or was cancelled. */
  SaveSubscriptionEvent: z.strictObject({
    fan_id: id,
    model_id: id,
    subscription_id: id.optional(),
    start: at,
    end: at,
    canceled_at: at.nullable(),
  }),
  /** An uploaded chat medium was checked: it can be shown now, or `media.is_broken`. As the recipient of the event sees it. */
  FileUploadedToBackblaze: z.strictObject({
    chat_id: id,
    message_id: id,
    media_id: id,
    thumb: address.nullable().optional(),
    media: z.strictObject(chatMedia.shape),
  }),
  /** A new message in a chat between a fan and a model; not the chat of a room. */
  "Chat.NewMessageEvent": z.strictObject({
    id,
    chat_id: id,
    recipient_id: id,
    author_id: id,
    author_profile: z.strictObject({ avatar_link: address.nullable(), artistic_name: label }),
    type: z.enum(["text", "media", "paid_media"]),
    body: z.string().max(8_000).nullable(),
    media: z
      .strictObject(chatMedia.pick({ id: true, type: true, thumb: true, is_processing: true }).shape)
      .nullable(),
    sent_at: at,
    /** The whole message as the recipient sees it. */
    message: sentMessage,
    /** The recipient's numbers of unread messages: in this chat, and in all. */
    unread_amount: z.int().nonnegative(),
    unread_messages: z.int().nonnegative(),
  }),
  /** The author's own message is stored, for all of their pages: `temp_id` names the pending message that it replaces. */
  "Chat.MessageDeliveredEvent": z.strictObject({
    chat_id: id,
    temp_id: z.string().max(128).nullable(),
    message: sentMessage,
  }),
  /**
   * `reader_id` has read a chat up to and including a message. Sent to both participants; `unread_*` is for the reader's
   * own pages, null for the other participant.
   */
  "Chat.MessageReadEvent": z.strictObject({
    chat_id: id,
    reader_id: id,
    up_to: id,
    unread_amount: z.int().nonnegative().nullable(),
    unread_messages: z.int().nonnegative().nullable(),
  }),
  /** The other participant is typing; expires after a second. */
  "Chat.TypingEvent": z.strictObject({ chat_id: id, author_id: id }),
  /** A message was recalled by its author. `unread_messages`: the recipient's, in all chats. */
  "Chat.MessageDeletedEvent": z.strictObject({
    chat_id: id,
    message_id: id,
    unread_messages: z.int().nonnegative(),
  }),
  /** A paid picture or video was bought; for the fan's own pages and for the model. Load the chat to see it clear. */
  "Chat.PaidMediaBoughtEvent": z.strictObject({
    chat_id: id,
    message_id: id.nullable(),
    media_id: id,
    fan_id: id,
    tokens,
  }),
  /** A mass message was recalled: remove it from every chat. */
  "Chat.MassMessageDeletedEvent": z.strictObject({
    mass_message_id: id,
    unread_messages: z.int().nonnegative(),
  }),
  /** The fan took this chat out of their own list; for their other pages. */
  "Chat.HiddenEvent": z.strictObject({ chat_id: id }),
  /** Presence: a model is online. */
  update: z.strictObject({ model_id: id, last_connection: at }),
  /** Presence: a model is offline. */
  remove: z.strictObject({ model_id: id, last_connection: at.optional() }),
  /** Presence: forget who is online; the updates that follow list everybody again. */
  dump: z.strictObject({}),
  /** A message in a room: chat, tip, gift, or a system notice. */
  RoomMessage: roomMessage,
  /** A message was removed from the room's chat. Sent in place of the message itself to pages that reconnect. */
  RoomMessageRemoved: z.strictObject({ id }),
  /** The moderators of the room's chat now, beside its model. */
  RoomModerators: z.strictObject({ moderators: z.array(id).max(20) }),
  /** Somebody was muted in the model's room, or may write again. */
  RoomMutesChanged: z.strictObject({ ...modelRoom }),
  /** How far the room's goal has come, in tokens. */
  RoomGoal: z.strictObject({ title_en: label, title_es: label, reached: tokens, target: tokens }),
  /** The model removed the goal. */
  RoomGoalRemoved: z.strictObject({}),
  /** The model chose how long fans wait between two messages of their own, in seconds; 0: as often as anywhere. */
  RoomSlowMode: z.strictObject({ slow_seconds: z.int().min(0).max(60) }),
  /** The model's note to the room in their break, as it is now; null: no note, or the break is over. */
  RoomPauseNote: z.strictObject({ note: label.nullable() }),
  /** The model changed what they offer for a tip: the whole menu, in their order. */
  RoomTipMenu: z.strictObject({ tip_menu: z.array(menuItem).max(20) }),
  /** The fans who tipped most in the broadcast so far, by name and in public, most first. */
  RoomTopTippers: z.strictObject({ top_tippers: z.array(topTipper).max(topTippersMax) }),
  /** A session began to publish to the model's room; a page that publishes by another session was replaced. */
  PublisherChanged: z.strictObject({ session_id: z.string().min(1).max(64) }),
  /** A playback session of this user was replaced by a newer one of theirs, in another tab or on another device. */
  PlaybackReplaced: z.strictObject({ slug, session_id: z.string().min(1).max(64) }),
  /** The progress of a show; sent when its meter pauses or resumes, and at intervals. */
  ShowMeter: z.strictObject({ ...modelRoom, show: showState, held: heldTokens }),
  /** A show is over, and the room is public again unless the stream ended with it. */
  ShowEnded: z.strictObject({ ...modelRoom, show: showState, reason: showEnd }),
  /** A fan asks the model for a show; answered until `expires_at`. */
  ShowRequested: z.strictObject({
    id,
    fan: z.strictObject({ id, login: label, language: z.enum(["en", "es"]) }),
    mode: z.enum(["private", "vip"]),
    rate: tokens,
    two_way: z.boolean(),
    expires_at: at,
    known: z.boolean(),
  }),
  /** A request or an invitation was answered, was withdrawn or has expired; both receive it. */
  ShowRequestAnswered: z.strictObject({
    id,
    ...modelRoom,
    state: z.enum(["accepted", "declined", "expired", "withdrawn"]),
    reason: z.string().max(400).optional(),
  }),
  /** The model invites the fan to a show at this rate. */
  ShowInvited: z.strictObject({
    id,
    ...modelRoom,
    mode: z.enum(["private", "vip"]),
    rate: tokens,
    minimum: tokens,
    spies_allowed: z.boolean(),
    expires_at: at,
  }),
  /** A show has begun for the fan; sent to the fan, and to the model unless it is a spy's. */
  ShowStarted: z.strictObject({ ...modelRoom, show: showState, held: heldTokens }),
  /** The fan of a show began to send their camera, or it is off; sent to the two of them. */
  ShowCameraChanged: z.strictObject({ ...modelRoom, show_id: id, on: z.boolean() }),
  /** The model asks another rate: it counts once the fan accepts it; without an answer until `expires_at` the show ends. */
  ShowPriceChanged: z.strictObject({ ...modelRoom, show: showState, rate: tokens, expires_at: at }),
  /** A promo link of this model changed, or its fan began or stopped waiting. */
  PromosChanged: z.strictObject({}),
  /** A promo of the fan's is withdrawn or has expired: what waits for it reads again why. */
  PromoClosed: z.strictObject(modelRoom),
  /** A model that the user has an alert for has just gone live. */
  ModelWentLive: z.strictObject({ model_id: id, slug, name: label }),
  /** The fan got a notification, or has read one on another page: what is unread changed. */
  NotificationsChanged: z.strictObject({}),
  /** A comment on the post was added or removed: who reads its comments reads them again. Its model receives it anywhere. */
  PostCommentsChanged: z.strictObject({ post_id: id }),
  /** The user's balance after one transfer, for all of their open pages. */
  BalanceChanged: z.strictObject({
    balance: z.int(),
    reason: z.string().max(64),
    transfer_id: reference.nullable(),
  }),
} as const;

export type RealtimeEventName = keyof typeof realtimeEvents;
/** Payloads as a page receives them. */
export type RealtimeEvents = { [Name in RealtimeEventName]: z.output<(typeof realtimeEvents)[Name]> };
/** Payloads as the server publishes them: fields with one possible value may be left out. */
export type RealtimePayloads = { [Name in RealtimeEventName]: z.input<(typeof realtimeEvents)[Name]> };
