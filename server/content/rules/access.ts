import type { z } from "zod";
import type { contentAccess } from "#contract/content.ts";
import type { Role } from "#contract/endpoint.ts";

export type Access = z.output<typeof contentAccess>;

/** The viewer of an item; null is a guest. */
export type ItemViewer = { userId: number; role: Role } | null;

type Offer = { model_id: number; price: number; for_subscribers: boolean; bought_at: Date | null };

/** Why an item is open to somebody, or `locked`. `subscribed`: the viewer is subscribed to its model now. */
export function accessOf(item: Offer, viewer: ItemViewer, subscribed: boolean): Access {
  if (viewer?.userId === item.model_id) return "own";
  if (viewer?.role !== "fan") return "locked";
  if (item.bought_at) return "bought";
  if (item.price === 0) return "free";
  return item.for_subscribers && subscribed ? "subscription" : "locked";
}

type Window = {
  visible: boolean;
  withdrawn_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
};

/** Where an item stands at a moment; only a `listed` one is found and sold. */
export function stateOf(item: Window, now: Date): "listed" | "scheduled" | "ended" | "hidden" {
  if (!item.visible || item.withdrawn_at) return "hidden";
  if (item.starts_at && item.starts_at > now) return "scheduled";
  return item.ends_at && item.ends_at <= now ? "ended" : "listed";
}
