import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { publishBalance } from "#server/wallet/wallet.ts";
import type { MessagingEvents } from "./events.ts";
import { queueMissed, settleMissed } from "./missed-messages.ts";
import type { MessagingNeeds } from "./needs.ts";
import { type ChatRole, participantId } from "./participant.ts";
import { presentMessage } from "./present-message.ts";
import { publishToFans, publishToRecipient, topicOf } from "./publish-new-messages.ts";
import { unreadIn, unreadInAll, unreadInAllOf } from "./store/chats-store.ts";
import { type MessageRow, messageById, messagesByIds } from "./store/messages-store.ts";
import { chatsOfMass } from "./store/missed-store.ts";

/** The module's work after its own events: it publishes them to the people's open pages. */
export type MessagingEventHandlers = Pick<EventHandlers, keyof MessagingEvents>;

export function createEventHandlers(needs: MessagingNeeds): MessagingEventHandlers {
  const { db, realtime } = needs;
  const [missed, settle] = [queueMissed(needs), settleMissed(needs)];
  return {
    async chat_message_sent({ messageId }) {
      const row = await messageById(db, messageId);
      if (!row) return;
      await publishToRecipient(needs, row);
      publishToAuthor(needs, row);
      await missed([row]);
    },
    async chat_messages_sent({ messageIds }) {
      const rows = await messagesByIds(db, messageIds);
      await publishToFans(needs, [...rows.values()]);
      await missed([...rows.values()]);
    },
    async chat_message_deleted({ chatId, messageId, fanId, modelId }) {
      for (const side of ["fan", "model"] as const) {
        const id = side === "fan" ? fanId : modelId;
        realtime.publish(topicOf(id), "Chat.MessageDeletedEvent", {
          chat_id: chatId,
          message_id: messageId,
          unread_messages: await unreadInAll(db, { id, role: side }),
        });
      }
      await settle([chatId]);
    },
    async chat_read(event) {
      await publishReadTo(needs, event);
      if (event.side === "fan") await settle([event.chatId]);
    },
    async chat_hidden({ chatId, fanId }) {
      realtime.publish(topicOf(fanId), "Chat.HiddenEvent", { chat_id: chatId });
    },
    async chat_media_checked({ messageId }) {
      const row = await messageById(db, messageId);
      if (row) for (const side of ["fan", "model"] as const) publishCheckedTo(needs, row, side);
    },
    async chat_media_bought(event) {
      publishPurchaseTo(needs, event);
    },
    async mass_message_taken_back({ massMessageId, fanIds }) {
      const unread = await unreadInAllOf(db, fanIds);
      for (const id of fanIds) {
        realtime.publish(topicOf(id), "Chat.MassMessageDeletedEvent", {
          mass_message_id: massMessageId,
          unread_messages: unread.get(id) ?? 0,
        });
      }
      await settle(await chatsOfMass(db, massMessageId, fanIds));
    },
  };
}

function publishToAuthor({ realtime, files }: MessagingNeeds, row: MessageRow): void {
  realtime.publish(topicOf(participantId(row, row.author)), "Chat.MessageDeliveredEvent", {
    chat_id: row.chat_id,
    temp_id: row.temp_id,
    message: presentMessage(row, row.author, files.link),
  });
}

async function publishReadTo(
  { db, realtime }: MessagingNeeds,
  { chatId, side, fanId, modelId, upTo }: MessagingEvents["chat_read"],
): Promise<void> {
  const reader = { id: side === "fan" ? fanId : modelId, role: side };
  const read = { chat_id: chatId, reader_id: reader.id, up_to: upTo };
  realtime.publish(topicOf(reader.id), "Chat.MessageReadEvent", {
    ...read,
    unread_amount: await unreadIn(db, chatId, side),
    unread_messages: await unreadInAll(db, reader),
  });
  realtime.publish(topicOf(side === "fan" ? modelId : fanId), "Chat.MessageReadEvent", {
    ...read,
    unread_amount: null,
    unread_messages: null,
  });
}

function publishCheckedTo({ realtime, files }: MessagingNeeds, row: MessageRow, side: ChatRole): void {
  const { media } = presentMessage(row, side, files.link);
  if (!media) return;
  realtime.publish(topicOf(participantId(row, side)), "FileUploadedToBackblaze", {
    chat_id: row.chat_id,
    message_id: row.id,
    media_id: media.id,
    thumb: media.thumb,
    media,
  });
}

function publishPurchaseTo({ realtime }: MessagingNeeds, event: MessagingEvents["chat_media_bought"]): void {
  const { chatId, messageId, mediaId, fanId, modelId, tokens, balance, transferId } = event;
  const bought = { chat_id: chatId, message_id: messageId, media_id: mediaId, fan_id: fanId, tokens };
  for (const id of [fanId, modelId]) realtime.publish(topicOf(id), "Chat.PaidMediaBoughtEvent", bought);
  publishBalance(realtime, { fanId, balance, reason: "unlock", transferId });
}
