import type { Chat } from "#contract/messaging.ts";
import type { ChatsData } from "#web/features/inbox/list/patch-chats.ts";
import { MODEL, ME, message } from "./message.ts";

const start = { epoch: "e", sequence: 1 };

/** A chat of mine with this number, whose newest message is `latest`. */
export function chat(id: number, latest: number, change: Partial<Chat> = {}): Chat {
  return {
    id,
    fan_id: ME,
    model_id: MODEL,
    inFolders: [],
    model: {
      artisticName: "Clara",
      avatar: "/files/clara.webp",
      fanSubscribed: false,
      login: "clara",
      pricing: { price_monthly_subscription: 12.99, freeTokens: 0, subscription_enable: true, bundles: [] },
      isOnline: false,
      streamStatus: "stopped",
      streamData: { mode: "one_to_many", type: "public", status: "stopped", promo: "", promoId: null },
      promoStreamData: null,
      modelIsEnabledInListings: true,
      isTyping: false,
      lastConnection: null,
    },
    unread_amount: 0,
    latest_message: message(latest, { chat_id: id }),
    messages: { data: [], links: { next: null }, meta: { current_page: 1, last_page: 1 } },
    fan: { avatar: null, mode: "fan", name: "nico", tokenBalance: 0 },
    fans_last_connection: null,
    fans_last_message: null,
    fanIsOnline: false,
    fanIsTyping: false,
    ...change,
  };
}

/** A list of these pages. */
export function listOf(...pages: Chat[][]): ChatsData {
  return {
    pages: pages.map((data, index) => ({
      data,
      links: {
        next: index + 1 < pages.length ? `/api/chat/7?page=${index + 2}&before=${9 - index}.1` : null,
      },
      meta: { current_page: index + 1, last_page: pages.length },
      live_from: { person: start, public: start, presence: start },
    })),
    pageParams: pages.map((_, index) => ({
      page: index + 1,
      before: index === 0 ? null : `${10 - index}.1`,
    })),
  };
}
