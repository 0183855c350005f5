import type { Chat } from "#contract/messaging.ts";
import type { Reader } from "#server/kit/database/database.ts";
import type { MessagingNeeds } from "./needs.ts";
import { presentChat, type SubscriptionFacts } from "./present-chat.ts";
import { presentMessage } from "./present-message.ts";
import type { Party } from "./side.ts";
import { chatsPage, type ListedChat, listedChat, partnersOf } from "./store/chats-store.ts";
import { messagesByIds } from "./store/messages-store.ts";

export type ChatsPage = { chats: Chat[]; total: number };

/** Where the messages of a chat are asked for. */
export const messagesPath = (chatId: number, { side }: Party) =>
  side === "fan" ? `/api/chat/${chatId}/message` : `/api/studio/chats/${chatId}/messages`;

/** One page of somebody's chats, the newest message first; found by the other's name. */
export function listChats(needs: MessagingNeeds) {
  return async (party: Party, { page, search }: { page: number; search: string }): Promise<ChatsPage> => {
    const partners = search === "" ? null : await partnersNamed(needs, party, search);
    const rows = await chatsPage(needs.db, party, { page, partners });
    return { chats: await present(needs, party, rows), total: rows[0]?.total ?? 0 };
  };
}

/** One chat as it stands in the list of one of its two. */
export async function readChat(needs: MessagingNeeds, party: Party, chatId: number): Promise<Chat> {
  const row = await listedChat(needs.db, chatId, party.side);
  const [chat] = row ? await present(needs, party, [row]) : [];
  if (!chat) throw new Error(`no chat ${chatId}`);
  return chat;
}

async function partnersNamed(
  { db, accounts, catalog }: MessagingNeeds,
  party: Party,
  search: string,
): Promise<number[]> {
  const partners = await partnersOf(db, party);
  if (party.side === "model") return [...(await accounts.named(db, partners, search))];
  const known = new Set(partners);
  return (await catalog.modelsNamed(db, search)).filter((id) => known.has(id));
}

async function present(needs: MessagingNeeds, party: Party, rows: readonly ListedChat[]): Promise<Chat[]> {
  const { db, clock, files } = needs;
  const latest = await messagesByIds(
    db,
    rows.flatMap(({ latest_id }) => latest_id ?? []),
  );
  const people = await peopleOf(needs, db, party, rows);
  const now = clock.now();
  return rows.map((row) => {
    const message = latest.get(row.latest_id ?? 0);
    return presentChat(
      row,
      people(row),
      message ? presentMessage(message, party.side, files.link) : null,
      messagesPath(row.id, party),
      now,
    );
  });
}

async function peopleOf(
  { accounts, catalog, wallet, realtime, subscriptions }: MessagingNeeds,
  reader: Reader,
  party: Party,
  rows: readonly ListedChat[],
) {
  const fans = [...new Set(rows.map(({ fan_id }) => fan_id))];
  const models = await catalog.models(
    reader,
    rows.map(({ model_id }) => model_id),
  );
  const modelOf = new Map(models.map((model) => [model.id, model]));
  const faces = await accounts.faces(reader, fans);
  const balances = new Map(
    await Promise.all(
      fans.map(async (id) => [id, await wallet.balance(reader, { kind: "fan", id })] as const),
    ),
  );
  const terms = await subscriptionTerms(subscriptions, reader, rows);
  return (row: ListedChat) => {
    return {
      model: modelOf.get(row.model_id),
      fan: faces.get(row.fan_id),
      fanBalance: balances.get(row.fan_id) ?? 0,
      // Only a model is told that a fan is here; what a fan knows of themselves they know.
      fanIsOnline: party.side === "model" && realtime.members(`person:${row.fan_id}`) > 0,
      subscription: terms(row),
    };
  };
}

/** Who of these pairs is subscribed, and on what terms one can be. */
async function subscriptionTerms(
  subscriptions: MessagingNeeds["subscriptions"],
  reader: Reader,
  rows: readonly ListedChat[],
) {
  const models = [...new Set(rows.map(({ model_id }) => model_id))];
  const fans = [...new Set(rows.map(({ fan_id }) => fan_id))];
  const prices = await subscriptions.pricing(reader, models);
  const subscribed = new Map(
    await Promise.all(
      fans.map(async (fan) => [fan, await subscriptions.subscribed(reader, fan, models)] as const),
    ),
  );
  return ({ fan_id, model_id }: ListedChat): SubscriptionFacts => {
    const pricing = prices.get(model_id);
    if (!pricing) throw new Error(`model ${model_id} has no price`);
    return { subscribed: subscribed.get(fan_id)?.has(model_id) ?? false, pricing };
  };
}
