import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat, ChatAttachment, PurchasedChatMedia } from "#contract/messaging.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { QueuedWork } from "#server/kit/jobs.ts";
import type { Result } from "#server/kit/result.ts";
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
import { type ImportedChat, importChat } from "./chats/import-chat.ts";
import { type ChatsPage, listChats } from "./chats/read-chats.ts";
import { type Bought, type BuyRefusal, buyMedia, listPurchased, type MediaOrder } from "./media/buy-media.ts";
import { mediaWork } from "./media/check-video.ts";
import { chatArea, ownerOfFile } from "./media/media-files.ts";
import { type MediaUpload, type UploadRefusal, uploadMedia } from "./media/upload-media.ts";
import {
  type MassOrder,
  type MassRefusal,
  type RecallRefusal,
  recallMassMessage,
  sendMassMessage,
} from "./messages/mass-message.ts";
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
import { createSendRateLimit, type SendRefusal, sendText, type Text } from "./messages/send-message.ts";
import { createTyping } from "./messages/typing.ts";
import type { MessagingNeeds } from "./needs.ts";
import type { Participant } from "./participant.ts";
import { deleteMessagesOf, eraseChats, exportAreas } from "./personal-data.ts";
import { createEventHandlers, type MessagingEventHandlers } from "./publish-live-events.ts";
import { unreadInAll } from "./store/chats-store.ts";
import { type MassMessageRow, massPage } from "./store/mass-store.ts";
import { knownKeys } from "./store/media-store.ts";

export type { ImportedMessage } from "./chats/import-chat.ts";
export type { ChatRole, Participant } from "./participant.ts";
export type { MassMessageRow } from "./store/mass-store.ts";

type Person = { id: number; role: string };
type Search = { page: number; search: string };

/** What fans and models say to each other, one to one. */
export type Messaging = {
  chats(participant: Participant, search: Search): Promise<ChatsPage>;
  /** A fan's chat with a model, new or the one there is. */
  open(fanId: number, modelId: number): Promise<Result<{ chat: Chat; isNew: boolean }, OpenRefusal>>;
  /** Takes a chat out of the fan's own list. */
  hide(fanId: number, chatId: number): Promise<Result<object, ChatRefusal>>;
  messages(
    participant: Participant,
    chatId: number,
    before: number | null,
  ): Promise<Result<MessagesPage, ChatRefusal>>;
  sendText(participant: Participant, text: Text): Promise<Result<{ message: ChatMessage }, SendRefusal>>;
  /** Takes a picture or video into a chat. */
  uploadMedia(
    participant: Participant,
    sent: MediaUpload,
  ): Promise<Result<{ message: ChatMessage }, UploadRefusal>>;
  /** Why somebody cannot say anything in a chat; null when they can. */
  writeRefusal(participant: Participant, chatId: number): Promise<WriteRefusal | null>;
  markRead(
    participant: Participant,
    chatId: number,
    upTo: number | null,
  ): Promise<Result<{ unread: Unread }, ChatRefusal>>;
  /** Whose chat a private file is in, if this reader may see it now. */
  ownerOfFile: ReturnType<typeof ownerOfFile>;
  /** A message of a chat that somebody is in, with the messages before it; undefined when there is none. */
  quote(participant: Participant, messageId: number): Promise<QuotedMessage | undefined>;
  /** The other of the two in somebody's chat; undefined when it is not theirs. */
  partner(participant: Participant, chatId: number): Promise<Participant | undefined>;
  deleteMessage(participant: Participant, messageId: number): Promise<Result<object, DeleteRefusal>>;
  attachments(
    participant: Participant,
    chatId: number,
    page: number,
  ): Promise<Result<{ items: ChatAttachment[]; total: number }, ChatRefusal>>;
  buy(order: MediaOrder): Promise<Result<Bought, BuyRefusal>>;
  purchased(fanId: number, search: Search): Promise<{ items: PurchasedChatMedia[]; total: number }>;
  sendMassMessage(order: MassOrder): Promise<Result<{ mass: MassMessageRow }, MassRefusal>>;
  massMessages(modelId: number, page: number): Promise<{ rows: MassMessageRow[]; total: number }>;
  recallMassMessage(modelId: number, id: number): Promise<Result<{ mass: MassMessageRow }, RecallRefusal>>;
  /** What somebody has not read, in all chats. */
  unread(reader: Reader, participant: Participant): Promise<number>;
  /** Somebody writes in a chat. */
  typing(participant: Participant, chatId: number): Promise<void>;
  /** Somebody may no longer talk to somebody; typing signs are checked again. */
  accessChanged(): void;
  /** Takes over a chat that went on elsewhere, unless something was said in it; answers the media for sale. */
  importChat(chat: ImportedChat): Promise<number[]>;
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
  const rateLimit = createSendRateLimit();
  const typing = createTyping(needs);
  return {
    chats: listChats(needs),
    open: openChat(needs),
    hide: hideChat(needs),
    messages: readMessages(needs),
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
    deleteMessage: deleteOwnMessage(needs),
    attachments: listAttachments(needs),
    buy: buyMedia(needs),
    purchased: listPurchased(needs),
    sendMassMessage: sendMassMessage(needs),
    massMessages: (modelId, page) => massPage(db, modelId, page),
    recallMassMessage: recallMassMessage(needs),
    unread: unreadInAll,
    typing: typing.signal,
    accessChanged: typing.forget,
    importChat: importChat(needs),
    exportAreas: (person) => exportAreas(db, person),
    close: deleteMessagesOf,
    erase: eraseChats,
    work: mediaWork(needs),
    sweepFiles: () =>
      needs.files.sweep(chatArea, new Date(needs.clock.now().getTime() - unknownForMs), (keys) =>
        knownKeys(db, keys),
      ),
    eventHandlers: createEventHandlers(needs),
  };
}
