import type { Tx } from "#server/kit/database/database.ts";
import { announceAll } from "#server/kit/outbox/outbox.ts";
import type { TipSent } from "./announce-tip.ts";
import type { LiveNeeds } from "./live.ts";
import { presentLine } from "./present.ts";
import { insertLines, type NewLine } from "./store/lines-store.ts";
import type { TipRow } from "./store/tips-store.ts";

/** Writes each tip into its room's chat and announces it; `slugs` are the rooms by model. */
export async function tellRooms(
  tx: Tx,
  { accounts }: Pick<LiveNeeds, "accounts">,
  tips: readonly TipRow[],
  slugs: ReadonlyMap<number, string>,
): Promise<void> {
  const named = tips.filter(({ anonymous }) => !anonymous).map(({ fan_id }) => fan_id);
  const names = await accounts.logins(tx, [...new Set(named)]);
  const lines = await insertLines(
    tx,
    tips.map((tip) => lineOf(tip, names)),
  );
  const sent = tips.map((tip, index): TipSent => {
    const [line, slug] = [lines[index], slugs.get(tip.model_id)];
    if (!line || slug === undefined) throw new Error(`tip ${tip.id} has no line or no room`);
    return {
      modelId: tip.model_id,
      slug,
      fanId: tip.fan_id,
      balance: tip.balance_after,
      transferId: tip.transfer_id,
      line: presentLine(line),
    };
  });
  await announceAll(
    tx,
    sent.map((payload) => ({ kind: "tip_sent", payload })),
  );
}

function lineOf(tip: TipRow, names: ReadonlyMap<number, string>): NewLine {
  const name = tip.anonymous ? undefined : names.get(tip.fan_id);
  return {
    model_id: tip.model_id,
    author_id: name === undefined ? null : tip.fan_id,
    author_name: name ?? "",
    author_role: "fan",
    kind: tip.gift_id === null ? "tip" : "gift",
    body: tip.message,
    tokens: tip.tokens,
    gift_id: tip.gift_id,
    client_message_id: null,
    at: tip.at,
  };
}
