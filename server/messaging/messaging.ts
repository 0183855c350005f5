/**
 * One-to-one chats of fans and models: messages, tips given in chats (`messages/tip-messages.ts`, `messages/tips.md`;
 * `rooms` pays for them), pictures and videos, paid media, and search. `rules/` finds words and contact details that are
 * held back. `missed-messages.ts` notifies a fan of what stayed unread for half a minute (`missed-messages.md`).
 * `to-many/` sends one message to many: it is written down first, and a job then brings it to each recipient once.
 */

import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import type { MassMessage } from "#contract/mass-messages.ts";
import type { Chat, ChatAttachment, PurchasedChatMedia, ReplyTime } from "#contract/messaging.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import { ok, type Result } from "#server/kit/result.ts";
import {
  type ChatRefusal,
  chatToWriteIn,
  hideChat,
  markRead,
  type OpenRefusal,
  openChat,
  type Unread,
  type WriteRefusal,
} from "./chats/chats.ts";
import { type ChatsPage, type ChatsQuery, listChats } from "./chats/read-chats.ts";
import { readReplyTime } from "./chats/reply-time.ts";
import { deleteMessagesOf, eraseChats, forgetChatsInParts, forgetWork } from "./forget-messages.ts";
import { type ImportedChat, importChat } from "./import-chat.ts";
import { type Bought, type BuyRefusal, buyMedia, listPurchased, type MediaOrder } from "./media/buy-media.ts";
import { mediaWork } from "./media/check-video.ts";
import { chatArea, type MediaFile, ownerOfFile } from "./media/media-files.ts";
import { type MediaUpload, type UploadRefusal, uploadMedia } from "./media/upload-media.ts";
import {
  type DeleteRefusal,
  deleteOwnMessage,
  findPartner,
  listAttachments,
  type MessagesPage,
  type QuotedMessage,
  quoteMessage,
  readMessages,
} from "./messages/messages.ts";
import { type FoundMessages, type MessageSearch, searchMessages } from "./messages/search-messages.ts";
import { createSendRateLimit, type SendRefusal, sendText, type Text } from "./messages/send-message.ts";
import { createTipMessages, type TipMessages } from "./messages/tip-messages.ts";
import { createTyping } from "./messages/typing.ts";
import { missedWork } from "./missed-messages.ts";
import type { MessagingNeeds } from "./needs.ts";
import type { Participant } from "./participant.ts";
import { exportAreas } from "./personal-data.ts";
import { createEventHandlers, type MessagingEventHandlers } from "./publish-live-events.ts";
import { removeMessageForStaff } from "./remove-for-staff.ts";
import { isForSubscribers, storeForSubscribers } from "./store/chat-rules-store.ts";
import { unreadInAll } from "./store/chats-store.ts";
import type { MassMessageRow } from "./store/mass-store.ts";
import { messageExists, knownKeys, releaseUnusedOriginals } from "./store/media-store.ts";
import type { MessagesStart } from "./store/messages-store.ts";
import { type MediaSale, salesOfMessage } from "./store/purchases-store.ts";
import { filtersOf, storeFilter } from "./store/word-filter-store.ts";
import { massWork, resumeMassMessages } from "./to-many/deliver-mass-message.ts";
import { type MassMediaRefusal, uploadMassMedia } from "./to-many/mass-media.ts";
import { type MassOrder, type MassRefusal, orderMassMessage } from "./to-many/order-mass-message.ts";
import { listMassMessages, presentMass } from "./to-many/read-mass-messages.ts";
import { type RecallRefusal, recallMassMessage } from "./to-many/recall-mass-message.ts";
import { welcomeSubscriber } from "./to-many/welcome-subscriber.ts";

export type { ImportedMessage } from "./import-chat.ts";
export type { TipInChatRefusal } from "./messages/tip-messages.ts";
export type { ChatRole, Participant } from "./participant.ts";
export { unreadProblems } from "./store/chats-store.ts";

type Person = { id: number; role: string };
type Search = { page: number; search: string };

/** The one-to-one messages between fans and models. */
export type Messaging = {
  chats(participant: Participant, query: ChatsQuery): Promise<ChatsPage>;
  /** A fan's chat with a model, new or the one there is. */
  open(fanId: number, modelId: number): Promise<Result<{ chat: Chat; isNew: boolean }, OpenRefusal>>;
  /** Takes a chat out of the fan's own list. */
  hide(fanId: number, chatId: number): Promise<Result<object, ChatRefusal>>;
  messages(
    participant: Participant,
    chatId: number,
    start: MessagesStart,
  ): Promise<Result<MessagesPage, ChatRefusal>>;
  /** Messages of somebody's chat that have these words. */
  searchMessages(
    participant: Participant,
    search: MessageSearch,
  ): Promise<Result<FoundMessages, ChatRefusal>>;
  /** How soon a model usually replies; null: too few replies. */
  replyTime(modelId: number): Promise<ReplyTime | null>;
  sendText(participant: Participant, text: Text): Promise<Result<{ message: ChatMessage }, SendRefusal>>;
  /** Takes a picture or video into a chat. */
  uploadMedia(
    participant: Participant,
    sent: MediaUpload,
  ): Promise<Result<{ message: ChatMessage }, UploadRefusal>>;
  /** Why somebody cannot write in a chat; null when they can. */
  writeRefusal(participant: Participant, chatId: number): Promise<WriteRefusal | null>;
  markRead(
    participant: Participant,
    chatId: number,
    upTo: number | null,
  ): Promise<Result<{ unread: Unread }, ChatRefusal>>;
  /** The chat of a private file, if this reader may see it now. */
  ownerOfFile: ReturnType<typeof ownerOfFile>;
  /** A message of a chat that somebody is in, with the messages before it; undefined when there is none. */
  quote(participant: Participant, messageId: number): Promise<QuotedMessage | undefined>;
  /** The other of the two in somebody's chat; undefined when it is not theirs. */
  partner(participant: Participant, chatId: number): Promise<Participant | undefined>;
  /** The tips and gifts of fans in chats, as messages. */
  tips: TipMessages;
  deleteMessage(participant: Participant, messageId: number): Promise<Result<object, DeleteRefusal>>;
  /** Takes a message from both sides, in the staff's transaction; answers who bought what it showed, null if it was gone. */
  removeForStaff(tx: Tx, messageId: number): Promise<MediaSale[] | null>;
  /** Whether anybody has anything of a message: those who bought what it showed, also after it was taken back. */
  exists(reader: Reader, messageId: number): Promise<boolean>;
  /** The fans who have bought the media of a message, in all chats that it was sent to. */
  sales(reader: Reader, messageId: number): Promise<MediaSale[]>;
  attachments(
    participant: Participant,
    chatId: number,
    page: number,
  ): Promise<Result<{ items: ChatAttachment[]; total: number }, ChatRefusal>>;
  buy(order: MediaOrder): Promise<Result<Bought, BuyRefusal>>;
  purchased(fanId: number, search: Search): Promise<{ items: PurchasedChatMedia[]; total: number }>;
  /** A picture or video that a message to many can name afterwards. */
  uploadMassMedia(modelId: number, file: MediaFile): Promise<Result<{ media: ChatMedia }, MassMediaRefusal>>;
  sendMassMessage(order: MassOrder): Promise<Result<{ mass: MassMessage }, MassRefusal>>;
  massMessages(modelId: number, page: number): Promise<{ items: MassMessage[]; total: number }>;
  recallMassMessage(modelId: number, id: number): Promise<Result<{ mass: MassMessage }, RecallRefusal>>;
  /** Sends the welcome of a model to a new subscriber. */
  welcome: ReturnType<typeof welcomeSubscriber>;
  /** Queues again what a process that died has left half sent. */
  resumeMassMessages(): Promise<void>;
  /** The words that somebody does not want to be sent. */
  filteredWords(personId: number): Promise<string[]>;
  /** Replaces them; answers those that count, each once. */
  filterWords(personId: number, words: readonly string[]): Promise<string[]>;
  /** Whether only a model's subscribers write in the model's chats. */
  isForSubscribers(modelId: number): Promise<boolean>;
  setForSubscribers(modelId: number, on: boolean): Promise<void>;
  /** The number of unread messages of somebody, in all chats. */
  unread(reader: Reader, participant: Participant): Promise<number>;
  /** Somebody writes in a chat. */
  typing(participant: Participant, chatId: number): Promise<void>;
  /** Somebody may no longer talk to somebody; typing signs are checked again. */
  accessChanged(): void;
  /** Takes over a chat that went on elsewhere, unless it has messages; answers the media for sale. */
  importChat(chat: ImportedChat): Promise<number[]>;
  /** A person's messages and purchases, as parts of an export. */
  exportAreas(person: Person): ExportArea[];
  /** Takes a person's words out of every chat; those of very many by a job that begins with the commit. */
  close(tx: Tx, person: Person): Promise<void>;
  /** Forgets what was written in a person's chats in parts, before `erase` forgets the rest. */
  beforeErase(person: Person): Promise<void>;
  /** Forgets what was written in a person's chats; what was bought stays as numbers. */
  erase(tx: Tx, person: Person): Promise<void>;
  /** Queued work that reads the videos which people have sent. */
  videoWork: QueuedWork;
  /** The other queued work by name. */
  work: QueuedWork;
  /** Forgets files that no message has and nobody bought. */
  sweepFiles(): Promise<void>;
  eventHandlers: MessagingEventHandlers;
};

/** A file that was kept longer ago than this has its message, or never will. */
const unknownForMs = 3_600_000;
/** A file for many that no message has by then was given up by its model. */
const unusedForMs = 24 * 3_600_000;

/** Makes the messaging module. */
export function createMessaging(needs: MessagingNeeds): Messaging {
  const { db } = needs;
  const rateLimit = createSendRateLimit(needs.limits);
  const typing = createTyping(needs);
  return {
    chats: listChats(needs),
    open: openChat(needs),
    hide: hideChat(needs),
    messages: readMessages(needs),
    searchMessages: searchMessages(needs),
    replyTime: readReplyTime(needs),
    sendText: sendText(needs, rateLimit),
    uploadMedia: uploadMedia(needs, rateLimit),
    writeRefusal: async (participant, chatId) => {
      const found = await chatToWriteIn(needs, participant, chatId);
      return found.ok ? null : found.refusal;
    },
    markRead: markRead(needs),
    ownerOfFile: ownerOfFile(needs),
    quote: quoteMessage(needs),
    partner: findPartner(needs),
    removeForStaff: removeMessageForStaff(needs),
    exists: messageExists,
    sales: salesOfMessage,
    tips: createTipMessages(needs),
    deleteMessage: deleteOwnMessage(needs),
    attachments: listAttachments(needs),
    buy: buyMedia(needs),
    purchased: listPurchased(needs),
    uploadMassMedia: uploadMassMedia(needs, rateLimit),
    sendMassMessage: async (order) => presented(needs, await orderMassMessage(needs)(order)),
    massMessages: listMassMessages(needs),
    recallMassMessage: async (modelId, id) => presented(needs, await recallMassMessage(needs)(modelId, id)),
    welcome: welcomeSubscriber(needs),
    resumeMassMessages: resumeMassMessages(needs),
    filteredWords: async (personId) => [...((await filtersOf(db, [personId])).get(personId) ?? [])],
    async filterWords(personId, words) {
      const kept = [...new Set(words)];
      await inTransaction(db, (tx) => storeFilter(tx, personId, kept, needs.clock.now()));
      return kept;
    },
    isForSubscribers: (modelId) => isForSubscribers(db, modelId),
    async setForSubscribers(modelId, on) {
      await inTransaction(db, (tx) => storeForSubscribers(tx, modelId, on, needs.clock.now()));
      typing.forget();
    },
    unread: unreadInAll,
    typing: typing.signal,
    accessChanged: typing.forget,
    importChat: importChat(needs),
    exportAreas: (person) => exportAreas(db, person),
    close: (tx, person) => deleteMessagesOf(tx, person),
    beforeErase: (person) => forgetChatsInParts(db, person),
    erase: eraseChats,
    videoWork: mediaWork(needs),
    work: { ...massWork(needs), ...missedWork(needs), ...forgetWork(needs) },
    async sweepFiles() {
      const before = (ms: number) => new Date(needs.clock.now().getTime() - ms);
      await inTransaction(db, (tx) => releaseUnusedOriginals(tx, before(unusedForMs)));
      await needs.files.sweep(chatArea, before(unknownForMs), (keys) => knownKeys(db, keys));
    },
    eventHandlers: createEventHandlers(needs),
  };
}

/** An answer in the words of the wire. */
async function presented<Refusal>(
  needs: MessagingNeeds,
  answer: Result<{ mass: MassMessageRow }, Refusal>,
): Promise<Result<{ mass: MassMessage }, Refusal>> {
  if (!answer.ok) return answer;
  const [mass] = await presentMass(needs, [answer.mass]);
  if (!mass) throw new Error(`message to many ${answer.mass.id} shows nothing`);
  return ok({ mass });
}
