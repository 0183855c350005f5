import type { Intent, StormFan } from "./fan.ts";

type Row = { type: string; tokens: number; balance_after: number; transfer_id: number };

/** Every page of a list that follows `links.next`. */
async function readAll<Item>(fan: StormFan, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | null = path; next !== null;) {
    const body = await fan.read(next);
    items.push(...(body.data as Item[]));
    next = (body.links as { next: string | null }).next;
  }
  return items;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b).join(" ");
const tokensOf = (intents: Intent[], kind: Intent["kind"]) =>
  intents.filter((intent) => intent.kind === kind).map(({ tokens }) => tokens);

/**
 * Compares the answers that a fan got with what the product keeps: every acknowledged purchase, tip and item stands in the
 * statement once and nothing else does, balances follow from it, bought items are owned, and every acknowledged message
 * is there once. Answers one line a difference.
 */
export async function differences(fan: StormFan): Promise<string[]> {
  const found: string[] = [];
  const expect = (what: string, kept: unknown, expected: unknown) => {
    if (kept !== expected)
      found.push(`${fan.person.login}: ${what}: kept ${String(kept)}, expected ${String(expected)}`);
  };
  const done = fan.intents.filter(({ state }) => state === "done");
  expect("intents without an answer", fan.intents.filter(({ state }) => state === "unknown").length, 0);
  const rows = await readAll<Row>(fan, "/api/wallet/statement");
  const spent = rows.filter(({ tokens }) => tokens < 0).map(({ tokens }) => tokens);
  const acknowledged = [...tokensOf(done, "tip"), ...tokensOf(done, "item")].filter((tokens) => tokens < 0);
  expect("spendings", sorted(spent), sorted(acknowledged));
  expect(
    "purchases",
    sum(rows.filter(({ tokens }) => tokens > 0).map(({ tokens }) => tokens)),
    sum(tokensOf(done, "tokens")),
  );
  expect("transfers listed twice", rows.length - new Set(rows.map(({ transfer_id }) => transfer_id)).size, 0);
  const { balance } = await fan.read("/api/fan/profile");
  expect("balance", balance, sum(rows.map(({ tokens }) => tokens)));
  expect("newest balance in the statement", rows[0]?.balance_after ?? 0, balance);
  const owned = await readAll<{ id: number }>(fan, "/api/videos-purchased");
  const bought = done.filter(({ kind, tokens }) => kind === "item" && tokens < 0);
  expect("items", sorted(owned.map(({ id }) => id)), sorted(bought.map(({ mark }) => Number(mark))));
  const [chat] = await readAll<{ id: number }>(fan, `/api/chat/${fan.person.id}`);
  const messages = chat ? await readAll<{ body: string }>(fan, `/api/chat/${chat.id}/message`) : [];
  const posted = done.filter(({ kind }) => kind === "message").map(({ mark }) => mark);
  expect(
    "messages",
    messages
      .map(({ body }) => body)
      .toSorted()
      .join(" "),
    posted.toSorted().join(" "),
  );
  return found;
}
