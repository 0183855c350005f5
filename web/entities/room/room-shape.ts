import { createStore } from "#web/lib/store.ts";

/** Whether a room's picture is higher than wide, or wider than high. */
export type Shape = "tall" | "wide";

const shapes = createStore<Record<string, Shape>>({});

/** The shapes that rooms had when they were last seen in this tab, by slug. */
export const roomShapes = { get: shapes.get, subscribe: shapes.subscribe };

/** Remembers the shape of a picture that was seen, in pixels. */
export function keepRoomShape(slug: string, { width, height }: { width: number; height: number }): void {
  shapes.set({ [slug]: width > height ? "wide" : "tall" });
}
