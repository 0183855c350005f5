import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat, ChatAttachment, PurchasedChatMedia } from "#contract/messaging.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
import { adoptChat, type EarlierChat } from "./adopt-chat.ts";
import { listAttachments } from "./attachments.ts";
import { type Bought, type BuyRefusal, buyMedia, type MediaOrder } from "./buy-media.ts";
import { mediaWork } from "./check-video.ts";
import { type DeleteRefusal, takeBack } from "./delete-message.ts";
import { exportAreas } from "./export-messaging.ts";
import { type ChatRefusal, chatToTalkIn, type TalkRefusal } from "./find-chat.ts";
import { forgetMessages, forgetPerson } from "./forget-person.ts";
import { createEventHandlers, type MessagingEventHandlers } from "./hear.ts";
import { hideChat } from "./hide-chat.ts";
import { chatArea } from "./keep-media.ts";
import { markRead, type Unread } from "./mark-read.ts";
import {
  type MassOrder,
  type MassRefusal,
  sendToMany,
  type TakeBackRefusal,
  takeBackFromMany,
} from "./mass-message.ts";
import type { MessagingNeeds } from "./needs.ts";
import { type OpenRefusal, openChat } from "./open-chat.ts";
import { ownerOfFile } from "./owner-of-file.ts";
import { createPace } from "./pace.ts";
import { listPurchased } from "./purchased.ts";
import { type ChatsPage, listChats } from "./read-chats.ts";
import { type MessagesPage, readMessages } from "./read-messages.ts";
import { type SendRefusal, sendText, type Text } from "./send-message.ts";
import type { Party } from "./side.ts";
import { unreadInAll } from "./store/chats-store.ts";
import { type MassMessageRow, massPage } from "./store/mass-store.ts";
import { knownKeys } from "./store/media-store.ts";
import { type SentMedia, type TakeMediaRefusal, takeMedia } from "./take-media.ts";
import { createTyping } from "./typing.ts";

export type { EarlierLine } from "./adopt-chat.ts";
export type { Party, Side } from "./side.ts";
export type { MassMessageRow } from "./store/mass-store.ts";

type Person = { id: number; role: string };
type Search = { page: number; search: string };

/** What fans and models say to each other, one to one. */
export type Messaging = {
  chats(party: Party, search: Search): Promise<ChatsPage>;
  /** A fan's chat with a model, new or the one there is. */
  open(fanId: number, modelId: number): Promise<Result<{ chat: Chat; isNew: boolean }, OpenRefusal>>;
  /** Takes a chat out of the fan's own list. */
  hide(fanId: number, chatId: number): Promise<Result<object, ChatRefusal>>;
  messages(party: Party, chatId: number, before: number | null): Promise<Result<MessagesPage, ChatRefusal>>;
  sendText(party: Party, text: Text): Promise<Result<{ message: ChatMessage }, SendRefusal>>;
  /** Takes a picture or video into a chat. */
  takeMedia(party: Party, sent: SentMedia): Promise<Result<{ message: ChatMessage }, TakeMediaRefusal>>;
  /** Why somebody cannot say anything in a chat; null when they can. */
  whyNotTalk(party: Party, chatId: number): Promise<TalkRefusal | null>;
  markRead(
    party: Party,
    chatId: number,
    upTo: number | null,
  ): Promise<Result<{ unread: Unread }, ChatRefusal>>;
  /** Whose chat a private file is in, if this reader may see it now. */
  ownerOfFile: ReturnType<typeof ownerOfFile>;
  takeBack(party: Party, messageId: number): Promise<Result<object, DeleteRefusal>>;
  attachments(
    party: Party,
    chatId: number,
    page: number,
  ): Promise<Result<{ items: ChatAttachment[]; total: number }, ChatRefusal>>;
  buy(order: MediaOrder): Promise<Result<Bought, BuyRefusal>>;
  purchased(fanId: number, search: Search): Promise<{ items: PurchasedChatMedia[]; total: number }>;
  sendToMany(order: MassOrder): Promise<Result<{ mass: MassMessageRow }, MassRefusal>>;
  sentToMany(modelId: number, page: number): Promise<{ rows: MassMessageRow[]; total: number }>;
  takeBackFromMany(modelId: number, id: number): Promise<Result<{ mass: MassMessageRow }, TakeBackRefusal>>;
  /** What somebody has not read, in all chats. */
  unread(reader: Reader, party: Party): Promise<number>;
  /** Somebody writes in a chat. */
  typing(party: Party, chatId: number): Promise<void>;
  /** Somebody may no longer talk to somebody; signs of typing are judged anew. */
  talkChanged(): void;
  /** Takes over a chat that went on elsewhere, unless something was said in it; answers the media for sale. */
  adopt(chat: EarlierChat): Promise<number[]>;
  /** What a person wrote and bought, as parts of an export. */
  exportAreas(person: Person): ExportArea[];
  /** Takes a person's words out of every chat. */
  close(tx: Tx, person: Person): Promise<void>;
  /** Forgets what was said in a person's chats; what was bought stays as numbers. */
  erase(tx: Tx, person: Person): Promise<void>;
  /** Queued work by name. */
  work: QueuedWork;
  /** Forgets files that no message has and nobody bought. */
  sweepFiles(): Promise<void>;
  eventHandlers: MessagingEventHandlers;
};

/** A file that was kept longer ago than this has its message, or never will. */
const unknownForMs = 3_600_000;

/** Makes the messaging module. */
export function createMessaging(needs: MessagingNeeds): Messaging {
  const { db } = needs;
  const pace = createPace();
  const typing = createTyping(needs);
  return {
    chats: listChats(needs),
    open: openChat(needs),
    hide: hideChat(needs),
    messages: readMessages(needs),
    sendText: sendText(needs, pace),
    takeMedia: takeMedia(needs, pace),
    whyNotTalk: async (party, chatId) => {
      const found = await chatToTalkIn(needs, party, chatId);
      return found.ok ? null : found.refusal;
    },
    markRead: markRead(needs),
    ownerOfFile: ownerOfFile(needs),
    takeBack: takeBack(needs),
    attachments: listAttachments(needs),
    buy: buyMedia(needs),
    purchased: listPurchased(needs),
    sendToMany: sendToMany(needs),
    sentToMany: (modelId, page) => massPage(db, modelId, page),
    takeBackFromMany: takeBackFromMany(needs),
    unread: unreadInAll,
    typing: typing.tell,
    talkChanged: typing.forget,
    adopt: adoptChat(needs),
    exportAreas: (person) => exportAreas(db, person),
    close: forgetMessages,
    erase: forgetPerson,
    work: mediaWork(needs),
    sweepFiles: () =>
      needs.files.sweep(chatArea, new Date(needs.clock.now().getTime() - unknownForMs), (keys) =>
        knownKeys(db, keys),
      ),
    eventHandlers: createEventHandlers(needs),
  };
}
