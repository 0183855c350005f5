import { useSyncExternalStore } from "react";
import { storageKeys } from "#web/lib/constants.ts";
import { localStore } from "#web/lib/platform/storage.ts";
import type { ChatLine } from "./chat-line.ts";

/** The filters of a chat's lines. */
export const chatFilters = ["all", "people", "tips", "notices"] as const;
export type ChatFilter = (typeof chatFilters)[number];

const kinds: Record<Exclude<ChatFilter, "all">, readonly ChatLine["line"]["kind"][]> = {
  people: ["text"],
  tips: ["tip", "gift"],
  notices: ["system"],
};

/** Is this line shown? One's own that is not delivered yet always is, so that nobody misses that it failed. */
export function passes(filter: ChatFilter, { line, delivery }: Pick<ChatLine, "line" | "delivery">): boolean {
  return filter === "all" || delivery !== "delivered" || kinds[filter].includes(line.kind);
}

/** The filter that this browser has chosen; all where none, or nothing known, is kept. */
export function readFilter(storage: Pick<Storage, "getItem">): ChatFilter {
  const kept = storage.getItem(storageKeys.chatFilter);
  return chatFilters.find((filter) => filter === kept) ?? "all";
}

/** Keeps the choice for every room. */
export function keepFilter(filter: ChatFilter): void {
  localStore.setItem(storageKeys.chatFilter, filter);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** The filter of this browser. The server, which cannot know it, draws all lines. */
export function useChatFilter(): ChatFilter {
  return useSyncExternalStore(
    subscribe,
    () => readFilter(localStore),
    () => "all",
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
