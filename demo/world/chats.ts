import type { Modules } from "#server/app.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database } from "#server/kit/database/database.ts";
import type { ImportedMessage } from "#server/messaging/messaging.ts";
import { art } from "../art.ts";
import { type Dialogue, demoChats, type Line } from "../chats/dialogue.ts";

type Settling = {
  db: Database;
  clock: Clock;
  ids: ReadonlyMap<string, number>;
} & Pick<Modules, "identity" | "catalog" | "messaging" | "wallet">;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const betweenLinesMs = 4 * minuteMs;

/**
 * Lets the fans of the demo have talked with models; a chat in which somebody has written since stays as it is. A fan who
 * has closed the account since, or was taken out of the lists, has no new one.
 */
export async function seedChats(needs: Settling): Promise<void> {
  const { db, identity, catalog, ids } = needs;
  const shown = await catalog.listed(db, [...ids.values()]);
  for (const [fan, dialogues] of Object.entries(demoChats)) {
    const account = await identity.byId(db, ids.get(fan) ?? 0);
    if (account?.status === "blocked") continue;
    for (const dialogue of dialogues)
      if (shown.has(ids.get(dialogue.model) ?? 0)) await settleOne(needs, fan, dialogue);
  }
}

async function settleOne(needs: Settling, fan: string, dialogue: Dialogue): Promise<void> {
  const [fanId, modelId] = [needs.ids.get(fan), needs.ids.get(dialogue.model)];
  if (fanId === undefined || modelId === undefined)
    throw new Error(`${fan} or ${dialogue.model} is not there`);
  const lines = linesOf(needs, dialogue);
  const forSale = await needs.messaging.importChat({ fanId, modelId, messages: lines });
  if (!dialogue.bought) return;
  for (const mediaId of forSale) await giveAndBuy(needs, fanId, mediaId, priceOf(dialogue));
}

function linesOf({ clock }: Settling, { model, hoursAgo, unread = 0, lines }: Dialogue) {
  const endedMs = clock.now().getTime() - hoursAgo * hourMs;
  return lines.map((line, index): ImportedMessage => {
    const at = new Date(endedMs - (lines.length - 1 - index) * betweenLinesMs);
    const about = { author: line.by, at, read: index < lines.length - unread };
    if ("says" in line) return { ...about, body: line.says };
    return {
      ...about,
      picture: art.still(model, line.shows),
      offer: line.price ? { price: line.price, description: line.about ?? "" } : null,
    };
  });
}

const priceOf = ({ lines }: Dialogue) =>
  lines.reduce((sum, line: Line) => sum + ("price" in line ? (line.price ?? 0) : 0), 0);

/** The fan's balance is the one that everybody knows: what the picture cost was given before. */
async function giveAndBuy(
  { db, messaging, wallet }: Settling,
  fanId: number,
  mediaId: number,
  tokens: number,
): Promise<void> {
  const key = `demo-chat:${fanId}:${mediaId}`;
  await wallet.issue(db, { key, to: { kind: "fan", id: fanId }, tokens, kind: "bonus", reason: "Demo" });
  const bought = await messaging.buy({ fanId, mediaId, key });
  if (!bought.ok) throw new Error(`what fan ${fanId} was given did not pay for media ${mediaId}`);
}
