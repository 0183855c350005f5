import type { ContentNeeds } from "../needs.ts";
import { knownKeys } from "../store/own-items-store.ts";
import { contentAreas } from "./draw-media.ts";

/** Files that were kept longer ago than this have their item, or never will. */
const unknownForMs = 3_600_000;

/** Forgets files that no item knows: their process died before the item was stored, or the item is gone. */
export function sweepFiles({ db, clock, storage, privateFiles }: ContentNeeds) {
  return async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - unknownForMs);
    const known = (keys: string[]) => knownKeys(db, keys);
    await privateFiles.sweep(contentAreas.private, before, known);
    await storage.sweep(contentAreas.public, before, known);
  };
}
