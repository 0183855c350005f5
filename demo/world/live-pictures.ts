import { readFile } from "node:fs/promises";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { liveMoments } from "../art-paths.ts";
import { art } from "../art.ts";

export type LivePicturesNeeds = {
  catalog: Pick<Catalog, "livePictures">;
  clock: Clock;
  log: Logger;
  ids: ReadonlyMap<string, number>;
  isOnAir(login: string): boolean;
};

const everyMs = 60_000;

/** Shows once a minute on the cards of these models what they do, as a studio does for a person. */
export function showLivePictures(
  { catalog, clock, log, ids, isOnAir }: LivePicturesNeeds,
  logins: readonly string[],
): { showAll(): Promise<void>; stop(): void } {
  let minutes = 0;
  const showAll = async () => {
    const minute = minutes++;
    const show = async (login: string, index: number) => {
      const id = ids.get(login);
      if (id === undefined || !isOnAir(login)) return;
      const picture = await readFile(art.livePicture(login, (minute + index) % liveMoments.length));
      // Refused while its room is not open to everybody.
      await catalog.livePictures.show(id, picture);
    };
    // As many at once as pictures are decoded.
    await Promise.all(logins.map(show));
  };
  const showNow = () =>
    showAll().catch((err) => log.warn({ err }, "the demo's live pictures were not shown"));
  return { showAll: showNow, stop: clock.every(everyMs, () => void showNow()) };
}
