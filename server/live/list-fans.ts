import type { RoomFan } from "#contract/studio.ts";
import type { Watchers } from "./count-watchers.ts";
import type { LiveNeeds } from "./needs.ts";
import { nightBegan } from "./night.ts";
import { roomOfModel } from "./store/rooms-store.ts";
import { tippedByName } from "./store/tips-store.ts";

const fansShown = 100;

/** The fans in a model's room now: who tipped most tonight first, then by name. */
export function listFans({ db, clock, accounts }: LiveNeeds, watchers: Pick<Watchers, "presentIn">) {
  return async (modelId: number): Promise<RoomFan[]> => {
    const room = await roomOfModel(db, modelId);
    if (!room) throw new Error(`model ${modelId} has no room`);
    const ids = [...watchers.presentIn(room.slug)];
    const tipped = await tippedByName(db, modelId, nightBegan(room, clock.now()), ids);
    return [...(await accounts.logins(db, ids))]
      .map(([id, name]) => ({ id, name, tokens: tipped.get(id) ?? 0 }))
      .sort((a, b) => b.tokens - a.tokens || a.name.localeCompare(b.name))
      .slice(0, fansShown);
  };
}
