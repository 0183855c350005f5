import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import { type ModelRow, presentCard } from "#server/catalog/catalog.ts";
import type { Face } from "#server/identity/identity.ts";
import type { ListedChat } from "./store/chats-store.ts";

/** A fan's subscription to a model, and on what terms one can be had. */
export type SubscriptionFacts = { subscribed: boolean; pricing: Chat["model"]["pricing"] };

/** What a chat shows of its two people; a model who has left is undefined. */
export type ChatPeople = {
  model: ModelRow | undefined;
  fan: Face | undefined;
  fanBalance: number;
  fanIsOnline: boolean;
  subscription: SubscriptionFacts;
};

/** A chat in the words of the wire. Its messages load on their own, from `messagesPath`. */
export function presentChat(
  row: ListedChat,
  people: ChatPeople,
  latest: ChatMessage | null,
  messagesPath: string,
  now: Date,
): Chat {
  const { fan, fanBalance, fanIsOnline, subscription } = people;
  return {
    id: row.id,
    fan_id: row.fan_id,
    model_id: row.model_id,
    inFolders: row.in_folders,
    model: presentModel(people, now),
    unread_amount: row.unread,
    latest_message: latest,
    messages: {
      data: [],
      links: { next: latest ? messagesPath : null },
      meta: { current_page: 0, last_page: latest ? 1 : 0 },
    },
    fan: {
      avatar: fan?.avatar ?? null,
      mode: subscription.subscribed ? "subscriber" : "free",
      name: fan?.login ?? "",
      tokenBalance: fanBalance,
    },
    fans_last_connection: fan?.lastSeen?.toISOString() ?? null,
    fans_last_message: row.fan_wrote_at?.toISOString() ?? null,
    fanIsOnline,
    fanIsTyping: false,
  };
}

const stopped = {
  mode: "one_to_many",
  promo: "",
  status: "stopped",
  type: "public",
  promoId: null,
} as const;

function presentModel({ model, subscription }: ChatPeople, now: Date): Chat["model"] {
  const card = model && presentCard(model, now);
  return {
    artisticName: card?.artisticName ?? "",
    avatar: card?.avatar ?? "",
    fanSubscribed: subscription.subscribed,
    login: card?.login ?? "",
    pricing: subscription.pricing,
    isOnline: card?.isOnline ?? false,
    streamStatus: card?.stream.status ?? "stopped",
    streamData: card?.stream ?? stopped,
    promoStreamData: card?.promoStreamData ?? null,
    modelIsEnabledInListings: model?.listed ?? false,
    isTyping: false,
    lastConnection: card?.lastConnection ?? null,
  };
}
