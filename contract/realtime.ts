import { z } from "zod";
import { chatMedia, chatMessage } from "./chat-message.ts";
import { pauseReason, showEnd, showState } from "./show-state.ts";

/**
 * The live socket: what a page and the server say to each other on `GET /realtime?ticket=…`.
 *
 * Every WebSocket message is JSON. A page sends one {@link clientMessage}; the server sends an array of
 * {@link serverMessage}, because what happens within 25 ms travels together. An empty array is a sign of life.
 */
export const realtimePath = "/realtime";
export const realtimeProtocol = "fanlight.v1";

const id = z.int().positive();
const slug = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
const tokens = z.int().nonnegative();
const at = z.iso.datetime({ offset: true });
/** Up to 200 characters of two code units each. */
const label = z.string().max(400);
const address = z.string().max(2_000);
const reference = z.union([id, z.string().min(1).max(64)]);

/**
 * Where an event is said: to everybody, in the presence feed, in one model's room, or to one person's pages. In a promo's
 * topic nothing is said: its fan joins it to be seen waiting.
 */
export const topicSchema = z.union([
  z.literal("public"),
  z.literal("presence"),
  z.templateLiteral(["room:", slug]),
  z.templateLiteral(["person:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
  z.templateLiteral(["promo:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
]);
export type Topic = z.infer<typeof topicSchema>;
export type TopicKind = "public" | "presence" | "room" | "person";

/** The channel a page listens to: one `main-channel` for everything but the presence feed. */
export const channelSchema = z.enum(["main-channel", "presence"]);
export type Channel = z.infer<typeof channelSchema>;

/** Names one stretch of a topic's numbering; a sequence number means nothing outside its epoch. */
const epoch = z.string().min(1).max(64);
const sequence = z.int().nonnegative();
/** The last event a page has seen. `["room:luna", "k3f…", 41]` asks for number 42 and what follows. */
const joinRequest = z.union([z.tuple([topicSchema]), z.tuple([topicSchema, epoch, sequence])]);

/** Where a topic was at one moment: a page that joins from there misses nothing that was said since. */
export const position = z.object({ epoch, sequence });
export type Position = z.output<typeof position>;

/**
 * What a page may say. `ping` is answered with `pong`; a page asks it after sleep or a change of network. `typing` names
 * a chat in which its person writes; a page says it at most every 500 ms, and more is passed over.
 */
export const clientMessage = z.union([
  z.tuple([z.literal("join"), topicSchema]),
  z.tuple([z.literal("join"), topicSchema, epoch, sequence]),
  z.tuple([z.literal("leave"), topicSchema]),
  z.tuple([z.literal("resume"), z.array(joinRequest).max(64)]),
  z.tuple([z.literal("ping")]),
  z.tuple([z.literal("typing"), id]),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export const refusalReason = z.enum(["forbidden", "not_found", "too_many"]);
export type RefusalReason = z.infer<typeof refusalReason>;

/**
 * Why a page was cut off. After `revoked`, `banned` and `logged_out` it stays away; after `server_stopping` it comes
 * back by itself; `audience_changed` ends one topic for everybody, and those who still may join it anew.
 */
export const cutReason = z.enum(["revoked", "banned", "logged_out", "server_stopping", "audience_changed"]);
export type DisconnectReason = z.infer<typeof cutReason>;

/**
 * What the server says.
 * - `event`: channel, topic, sequence, name, data.
 * - `joined`: topic, epoch, sequence; the events after that number follow.
 * - `refused`: topic and reason; nothing of that topic will come.
 * - `gap`: topic, epoch, sequence; events before that number were missed, so the view must be loaded again.
 * - `cut`: reason, and the topic unless the whole socket is meant. No event follows it.
 */
export const serverMessage = z.union([
  z.tuple([z.literal("event"), channelSchema, topicSchema, sequence, z.string(), z.unknown()]),
  z.tuple([z.literal("joined"), topicSchema, epoch, sequence]),
  z.tuple([z.literal("refused"), topicSchema, refusalReason]),
  z.tuple([z.literal("gap"), topicSchema, epoch, sequence]),
  z.tuple([z.literal("cut"), cutReason]),
  z.tuple([z.literal("cut"), cutReason, topicSchema]),
  z.tuple([z.literal("pong")]),
]);
export type ServerMessage = z.infer<typeof serverMessage>;

const modelRoom = { model_id: id, slug };
const listedRoom = { ...modelRoom, gender_id: id };
/** `token` opens the video for one fan, so it may only travel to that fan's own topic. */
const playback = { stream_id: z.string().max(200).optional(), token: z.string().max(4_000).optional() };

const roomMessage = z
  .strictObject({
    id: z.int(),
    /** Minted by the sender's page, so that its own waiting line and this one become one. */
    client_message_id: z.string().min(1).max(64).nullable(),
    author: z.strictObject({ id: id.nullable(), name: label, role: z.enum(["fan", "model", "system"]) }),
    kind: z.enum(["text", "tip", "gift", "system"]),
    body: z.string().max(2_000),
    tokens: tokens.optional(),
    gift_id: id.optional(),
    gift_image: address.optional(),
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

/** Every event by the name it has on the wire, with its payload. Unknown fields are refused, so nothing leaks. */
export const realtimeEvents = {
  /** A model went live: mark her card as streaming, or add `card` (a model card) where it belongs. */
  StreamBegan: z.strictObject({
    ...listedRoom,
    status: z.literal("began").default("began"),
    card: z.unknown().optional(),
  }),
  /** A model stopped: her stream is back to these five values. */
  StreamStopped: z.strictObject({
    ...listedRoom,
    mode: z.literal("one_to_many").default("one_to_many"),
    promo: z.null().default(null),
    status: z.literal("stopped").default("stopped"),
    type: z.literal("public").default("public"),
    watchers: z.literal(0).default(0),
  }),
  /** A fan came into a room; `watchers` is the number of fans there now. */
  FanJoinedRoomEvent: z.strictObject({ ...modelRoom, watchers: z.int().nonnegative() }),
  /** A fan left a room; `watchers` is the number of fans there now. */
  FanLeftRoomEvent: z.strictObject({ ...modelRoom, watchers: z.int().nonnegative() }),
  /** The stream began, pauses or stopped; a pause says why nothing plays. */
  ChatRoomStatusChanged: z.strictObject({
    ...listedRoom,
    ...playback,
    status: z.enum(["began", "paused", "stopped"]),
    reason: pauseReason.optional(),
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
  /** An uploaded chat medium was checked: it can be shown now, or `media.is_broken`. As its listener sees it. */
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
    /** What the recipient has not read: in this chat, and in all. */
    unread_amount: z.int().nonnegative(),
    unread_messages: z.int().nonnegative(),
  }),
  /** One's own message is stored, for every page of its author: `temp_id` names the bubble that it replaces. */
  "Chat.MessageDeliveredEvent": z.strictObject({
    chat_id: id,
    temp_id: z.string().max(128).nullable(),
    message: sentMessage,
  }),
  /**
   * `reader_id` has read a chat up to a message: that one and those before it were read. Both sides hear it; `unread_*`
   * is for the reader's own pages, null for the other side.
   */
  "Chat.MessageReadEvent": z.strictObject({
    chat_id: id,
    reader_id: id,
    up_to: id,
    unread_amount: z.int().nonnegative().nullable(),
    unread_messages: z.int().nonnegative().nullable(),
  }),
  /** The other side of a chat writes; the sign is over after a second. */
  "Chat.TypingEvent": z.strictObject({ chat_id: id, author_id: id }),
  /** A message was taken back by its author. `unread_messages`: the listener's, in all. */
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
  /** A message that was sent to many was taken back: remove it from every chat. */
  "Chat.MassMessageDeletedEvent": z.strictObject({
    mass_message_id: id,
    unread_messages: z.int().nonnegative(),
  }),
  /** Presence: a model is online. */
  update: z.strictObject({ model_id: id, last_connection: at }),
  /** Presence: a model is offline. */
  remove: z.strictObject({ model_id: id, last_connection: at.optional() }),
  /** Presence: forget who is online; the updates that follow say it anew. */
  dump: z.strictObject({}),
  /** A line in a room: chat, tip, gift, or a notice of the house. */
  RoomMessage: roomMessage,
  /** How far the room's goal has come, in tokens. */
  RoomGoal: z.strictObject({ title_en: label, title_es: label, reached: tokens, target: tokens }),
  /** The model took her goal away. */
  RoomGoalRemoved: z.strictObject({}),
  /** Somebody began to publish to the model's room; a page of hers that publishes by another session was replaced. */
  PublisherChanged: z.strictObject({ session_id: z.string().min(1).max(64) }),
  /** A playback session of this person ended for a newer one of theirs, in another tab or on another device. */
  PlaybackReplaced: z.strictObject({ slug, session_id: z.string().min(1).max(64) }),
  /** How far a show has come; said when its meter stands still or goes on, and now and then between. */
  ShowMeter: z.strictObject({ ...modelRoom, show: showState }),
  /** A show is over, and the room is public again unless the stream ended with it. */
  ShowEnded: z.strictObject({ ...modelRoom, show: showState, reason: showEnd }),
  /** A promo link of this model changed, or its fan came to wait or went. */
  PromosChanged: z.strictObject({}),
  /** A model of whom the person wants to hear has just gone live. */
  ModelWentLive: z.strictObject({ model_id: id, slug, name: label }),
  /** The person's balance after one transfer, for every page they have open. */
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

const everyone = ["public", "room", "person"] as const;

/** Where each event may be said. Publishing it anywhere else is a bug and throws. */
export const realtimeAudiences: Record<RealtimeEventName, readonly TopicKind[]> = {
  StreamBegan: everyone,
  StreamStopped: everyone,
  FanJoinedRoomEvent: everyone,
  FanLeftRoomEvent: everyone,
  ChatRoomStatusChanged: everyone,
  ChatRoomModeChanged: everyone,
  ChatRoomTypeChanged: everyone,
  CallbackBuyTokensEvent: ["person"],
  CallbackBuySubscriptionEvent: ["person"],
  SaveSubscriptionEvent: ["person"],
  FileUploadedToBackblaze: ["person"],
  "Chat.NewMessageEvent": ["person"],
  "Chat.MessageDeliveredEvent": ["person"],
  "Chat.MessageReadEvent": ["person"],
  "Chat.TypingEvent": ["person"],
  "Chat.MessageDeletedEvent": ["person"],
  "Chat.PaidMediaBoughtEvent": ["person"],
  "Chat.MassMessageDeletedEvent": ["person"],
  update: ["presence"],
  remove: ["presence"],
  dump: ["presence"],
  RoomMessage: ["room", "person"],
  RoomGoal: ["room"],
  RoomGoalRemoved: ["room"],
  PublisherChanged: ["person"],
  PlaybackReplaced: ["person"],
  ShowMeter: ["person"],
  ShowEnded: ["person"],
  PromosChanged: ["person"],
  ModelWentLive: ["person"],
  BalanceChanged: ["person"],
};
