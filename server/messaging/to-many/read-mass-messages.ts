import type { MassMessage } from "#contract/mass-messages.ts";
import type { MessagingNeeds } from "#server/messaging/needs.ts";
import { type MassFigures, massFigures } from "#server/messaging/store/mass-recipients-store.ts";
import { type MassMessageRow, massPage } from "#server/messaging/store/mass-store.ts";
import { type MediaRow, mediaByIds } from "#server/messaging/store/media-store.ts";
import { presentOriginal } from "./mass-media.ts";

/** One page of a model's messages to many with what each has brought, and how many there are. */
export function listMassMessages(needs: MessagingNeeds) {
  return async (modelId: number, page: number): Promise<{ items: MassMessage[]; total: number }> => {
    const { rows, total } = await massPage(needs.db, modelId, page);
    return { items: await presentMass(needs, rows), total };
  };
}

/** Messages to many in the words of the wire. */
export async function presentMass(
  needs: MessagingNeeds,
  rows: readonly MassMessageRow[],
): Promise<MassMessage[]> {
  const figures = await massFigures(
    needs.db,
    rows.map(({ id }) => id),
  );
  const files = await mediaByIds(
    needs.db,
    rows.flatMap(({ media_id }) => media_id ?? []),
  );
  return Promise.all(
    rows.map(async (row) => {
      const item = row.item_id === null ? undefined : await needs.content.ownItem(row.model_id, row.item_id);
      return present(needs, row, {
        figures: figures.get(row.id) ?? { sent: 0, read: 0, bought: 0, tokens: 0 },
        file: files.get(row.media_id ?? 0),
        item: item ? { id: item.id, title: item.title } : null,
      });
    }),
  );
}

type About = { figures: MassFigures; file: MediaRow | undefined; item: MassMessage["item"] };

function present(needs: MessagingNeeds, row: MassMessageRow, { figures, file, item }: About): MassMessage {
  return {
    id: row.id,
    to: row.audience,
    item,
    body: row.body,
    media: file ? presentOriginal(needs, file) : null,
    price: file?.price ?? null,
    state: stateOf(row),
    failure: row.failure,
    recipients: row.recipients,
    ...figures,
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
    taken_back_at: row.taken_back_at?.toISOString() ?? null,
  };
}

function stateOf(row: MassMessageRow): MassMessage["state"] {
  if (row.taken_back_at) return "taken_back";
  if (row.failure) return "failed";
  if (row.audience === "new_subscribers") return row.finished_at ? "ended" : "standing";
  if (row.finished_at) return "sent";
  return row.started_at ? "sending" : "scheduled";
}
