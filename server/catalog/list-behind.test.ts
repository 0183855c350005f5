import { expect, test } from "vitest";
import type { LiveFrom } from "#contract/catalog.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { readsOfNow } from "#testing/database/snapshot.ts";
import { noFilters } from "./rules/room-filters.ts";
import { rankingPage } from "./store/ranking-store.ts";
import { roomsPage } from "./store/rooms-store.ts";

const app = testApp();
const mark: LiveFrom = { public: { epoch: "e", sequence: 3 }, presence: { epoch: "e", sequence: 4 } };

test("a list whose places come from a copy that is behind shows nobody whom the fan has blocked or staff has hidden since", async () => {
  const fan = await app.fan();
  const [blocked, hidden, stays] = [await app.model(), await app.model(), await app.model()];
  const { modules, db } = app;
  const now = await readsOfNow(db, mark);
  try {
    await modules.catalog.block({ fanId: fan.id, modelId: blocked.id, blocked: true });
    await inTransaction(db, (tx) => modules.catalog.setVisibility(tx, hidden.id, { hidden: true }));
    const genderId = (await modules.catalog.model(db, stays.id))?.gender_id ?? 0;
    const query = { genderId, search: "", filters: noFilters, page: 1, after: null };
    const shown = async (who: Person | null, page: typeof roomsPage | typeof rankingPage) => {
      const { rows, liveFrom } = await page({ db, lists: now.lists }, { ...query, fanId: who?.id ?? 0 });
      expect(liveFrom, "where the copy stood").toEqual(mark);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    };
    for (const page of [roomsPage, rankingPage]) {
      expect(await shown(fan, page)).toEqual([stays.id]);
      expect(await shown(null, page)).toEqual([blocked.id, stays.id]);
    }
  } finally {
    await now.end();
  }
});
