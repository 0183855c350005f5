import { z } from "zod";
import { slugOfRoom } from "./fields.ts";
import type { RealtimeEventName } from "./realtime-events.ts";

/**
 * The protocol of the realtime socket, `GET /realtime?ticket=…`.
 *
 * Every WebSocket message is JSON. A page sends one {@link clientMessage}; the server sends an array of
 * {@link serverMessage}, because events within 25 ms are sent together. An empty array is a heartbeat.
 */
export const realtimePath = "/realtime";
export const realtimeProtocol = "fanlight.v1";

const id = z.int().positive();

/**
 * Where an event is published: to everybody, in the presence feed, in one model's room, to one user's pages, or to those
 * who read the comments of one post. Nothing is
 * published to a promo's topic: its fan joins it to be counted as waiting.
 */
export const topicSchema = z.union([
  z.literal("public"),
  z.literal("presence"),
  z.templateLiteral(["room:", slugOfRoom]),
  z.templateLiteral(["person:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
  z.templateLiteral(["post:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
  z.templateLiteral(["promo:", z.string().regex(/^[1-9][0-9]{0,14}$/)]),
]);
export type Topic = z.infer<typeof topicSchema>;
export type TopicKind = "public" | "presence" | "room" | "person" | "post";

/** The channel a page subscribes to: `main-channel` for everything but the presence feed. */
export const channelSchema = z.enum(["main-channel", "presence"]);
export type Channel = z.infer<typeof channelSchema>;

/** Identifies one run of a topic's numbering; a sequence number means nothing outside its epoch. */
const epoch = z.string().min(1).max(64);
const sequence = z.int().nonnegative();
/** The last event a page has seen. `["room:luna", "k3f…", 41]` asks for number 42 and what follows. */
const joinRequest = z.union([z.tuple([topicSchema]), z.tuple([topicSchema, epoch, sequence])]);

/** The position of a topic at one moment: a page that joins from it misses no later event. */
export const position = z.object({ epoch, sequence });
export type Position = z.output<typeof position>;

/**
 * A message that a page may send. `ping` is answered with `pong`; a page sends it after sleep or a change of network.
 * `typing` names the chat that the user is writing in; it is sent at most every 500 ms, and more are ignored.
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
 * Why a page was disconnected. After `revoked`, `banned`, `blocked` and `logged_out` it does not reconnect; after `server_stopping`
 * it does; `audience_changed` ends one topic for everybody, and those who are still allowed join it again.
 */
export const cutReason = z.enum([
  "revoked",
  "banned",
  "blocked",
  "logged_out",
  "server_stopping",
  "audience_changed",
]);
export type DisconnectReason = z.infer<typeof cutReason>;

/**
 * The messages of the server.
 * - `event`: channel, topic, sequence, name, data.
 * - `joined`: topic, epoch, sequence; the events after that number follow.
 * - `refused`: topic and reason; no event of that topic will come.
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

const everyone = ["public", "room", "person"] as const;

/** The topics each event may be published to. Publishing it anywhere else is a bug and throws. */
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
  "Chat.HiddenEvent": ["person"],
  update: ["presence"],
  remove: ["presence"],
  dump: ["presence"],
  RoomMessage: ["room", "person"],
  RoomMessageRemoved: ["room"],
  RoomModerators: ["room"],
  RoomMutesChanged: ["person"],
  RoomGoal: ["room"],
  RoomGoalRemoved: ["room"],
  RoomSlowMode: ["room"],
  RoomPauseNote: ["room"],
  RoomTipMenu: ["room"],
  RoomTopTippers: ["room"],
  PublisherChanged: ["person"],
  PlaybackReplaced: ["person"],
  ShowMeter: ["person"],
  ShowEnded: ["person"],
  ShowRequested: ["person"],
  ShowRequestAnswered: ["person"],
  ShowInvited: ["person"],
  ShowStarted: ["person"],
  ShowCameraChanged: ["person"],
  ShowPriceChanged: ["person"],
  PromosChanged: ["person"],
  PromoClosed: ["person"],
  ModelWentLive: ["person"],
  NotificationsChanged: ["person"],
  PostCommentsChanged: ["post", "person"],
  BalanceChanged: ["person"],
};
