import type { ChatMessage } from "#contract/chat-message.ts";
import type { Chat } from "#contract/messaging.ts";
import { type ModelRow, presentCard } from "#server/catalog/catalog.ts";
import type { Face } from "#server/identity/identity.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import type { Participant } from "#server/messaging/participant.ts";
import { presentMessage } from "#server/messaging/present-message.ts";
import {
  type ChatPlace,
  chatsPage,
  chatsPerPage,
  countChats,
  type ListedChat,
  listedChat,
  partnersOf,
} from "#server/messaging/store/chats-store.ts";
import { type MessageRow, messagesByIds, pagesOf } from "#server/messaging/store/messages-store.ts";

/** A fan's subscription to a model, and on what terms one can be had. */
export type SubscriptionSummary = { subscribed: boolean; pricing: Chat["model"]["pricing"] };

/**
 * The two people of a chat as it shows them; a model who has left is undefined, a fan who has left is a face without
 * a name.
 */
export type ChatParticipants = {
  model: ModelRow | undefined;
  fan: Face | undefined;
  fanBalance: number;
  fanIsOnline: boolean;
  subscription: SubscriptionSummary;
};

/** A chat in the words of the wire. Its messages load on their own, from `messagesPath`. */
export function presentChat(
  row: ListedChat,
  people: ChatParticipants,
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
      meta: { current_page: 1, last_page: Math.max(1, pagesOf(row.messages)) },
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

function presentModel({ model, subscription }: ChatParticipants, now: Date): Chat["model"] {
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

/** `next`: where the page behind begins; null on the last. `total` counts three pages behind it at most. */
export type ChatsPage = { chats: Chat[]; total: number; next: string | null };

/** A place in a list of chats, as addresses carry it: `<µs since 1970>.<chat>`. */
const placeText = ({ active_us, id }: ListedChat) => `${active_us}.${id}`;
function placeOf(text: string | undefined): ChatPlace | null {
  const [activeUs, id] = (text ?? "").split(".").map(Number);
  return activeUs === undefined || id === undefined ? null : { activeUs, id };
}

export type ChatsQuery = { page: number; search: string; before?: string | undefined };

/** Where the messages of a chat are asked for. */
export const messagesPath = (chatId: number, { role }: Participant) =>
  role === "fan" ? `/api/chat/${chatId}/message` : `/api/studio/chats/${chatId}/messages`;

/** One page of somebody's chats, the newest message first; found by the other's name. */
export function listChats(needs: MessagingNeeds) {
  return async (participant: Participant, { page, search, before }: ChatsQuery): Promise<ChatsPage> => {
    const partners = search === "" ? null : await partnersNamed(needs, participant, search);
    const rows = await chatsPage(needs.db, participant, { page, before: placeOf(before), partners });
    const left = rows[0]?.left ?? 0;
    const last = rows.at(-1);
    const isPastEnd = page > 1 && !last;
    return {
      chats: await present(needs, participant, rows),
      total: isPastEnd ? await countChats(needs.db, participant, partners) : (page - 1) * chatsPerPage + left,
      next: last && left > rows.length ? placeText(last) : null,
    };
  };
}

/** One chat as it stands in the list of one of its two. */
export async function readChat(
  needs: MessagingNeeds,
  participant: Participant,
  chatId: number,
): Promise<Chat> {
  const row = await listedChat(needs.db, chatId, participant.role);
  const [chat] = row ? await present(needs, participant, [row]) : [];
  if (!chat) throw new Error(`no chat ${chatId}`);
  return chat;
}

async function partnersNamed(
  { db, accounts, catalog }: MessagingNeeds,
  participant: Participant,
  search: string,
): Promise<number[]> {
  const partners = await partnersOf(db, participant);
  if (participant.role === "model") return [...(await accounts.named(db, partners, search))];
  const known = new Set(partners);
  return (await catalog.modelsNamed(db, search)).filter((id) => known.has(id));
}

/** A chat whose row is read; `latest` is its newest message where that is read too. */
export async function presentListed(
  needs: MessagingNeeds,
  participant: Participant,
  row: ListedChat,
  latest: MessageRow | undefined,
): Promise<Chat> {
  const known = latest && latest.id === row.latest_id ? new Map([[latest.id, latest]]) : undefined;
  const [chat] = await present(needs, participant, [row], known);
  if (!chat) throw new Error(`chat ${row.id} shows nothing`);
  return chat;
}

async function present(
  needs: MessagingNeeds,
  participant: Participant,
  rows: readonly ListedChat[],
  known?: ReadonlyMap<number, MessageRow>,
): Promise<Chat[]> {
  const { db, clock, files } = needs;
  const latest =
    known ??
    (await messagesByIds(
      db,
      rows.flatMap(({ latest_id }) => latest_id ?? []),
    ));
  const people = await peopleOf(needs, db, participant, rows);
  const now = clock.now();
  return rows.map((row) => {
    const message = latest.get(row.latest_id ?? 0);
    return presentChat(
      row,
      people(row),
      message ? presentMessage(message, participant.role, files.link) : null,
      messagesPath(row.id, participant),
      now,
    );
  });
}

async function peopleOf(
  { accounts, catalog, wallet, realtime, subscriptions }: MessagingNeeds,
  reader: Reader,
  participant: Participant,
  rows: readonly ListedChat[],
) {
  const fans = [...new Set(rows.map(({ fan_id }) => fan_id))];
  const models = await catalog.models(reader, [...new Set(rows.map(({ model_id }) => model_id))]);
  const modelOf = new Map(models.map((model) => [model.id, model]));
  const faces = await accounts.faces(reader, fans);
  const balances = await wallet.fanBalances(reader, fans);
  const terms = await subscriptionTerms(subscriptions, reader, rows);
  return (row: ListedChat) => {
    return {
      model: modelOf.get(row.model_id),
      fan: faces.get(row.fan_id),
      // Nobody may see the tokens of a closed account.
      fanBalance: faces.get(row.fan_id)?.closed ? 0 : (balances.get(row.fan_id) ?? 0),
      // Only a model sees that a fan is here; a fan need not be shown their own state.
      fanIsOnline: participant.role === "model" && realtime.members(`person:${row.fan_id}`) > 0,
      subscription: terms(row),
    };
  };
}

/** Says for each of these pairs whether the fan is subscribed, and on what terms one can be. */
async function subscriptionTerms(
  subscriptions: MessagingNeeds["subscriptions"],
  reader: Reader,
  rows: readonly ListedChat[],
) {
  const models = [...new Set(rows.map(({ model_id }) => model_id))];
  const fans = [...new Set(rows.map(({ fan_id }) => fan_id))];
  const prices = await subscriptions.pricing(reader, models);
  const subscribed = await subscriptions.subscribedPairs(reader, { fanIds: fans, modelIds: models });
  return ({ fan_id, model_id }: ListedChat): SubscriptionSummary => {
    const pricing = prices.get(model_id);
    if (!pricing) throw new Error(`model ${model_id} has no price`);
    return { subscribed: subscribed.get(fan_id)?.has(model_id) ?? false, pricing };
  };
}
