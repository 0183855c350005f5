import { useSyncExternalStore } from "react";
import { storageKeys } from "#web/lib/constants.ts";
import { localStore } from "#web/lib/platform/storage.ts";

export const speeds = ["each", "slow", "off"] as const;
export const textSizes = ["normal", "large", "larger"] as const;

/**
 * How chats are read in this browser. `speed`: whether a screen reader speaks each message as it comes, those of some
 * seconds together, or none.
 */
export type ChatReading = { speed: (typeof speeds)[number]; size: (typeof textSizes)[number] };

const usual: ChatReading = { speed: "each", size: "normal" };
const listeners = new Set<() => void>();
let read: { stored: string | null; reading: ChatReading } = { stored: null, reading: usual };

/** Keeps the choice for every chat of this browser. */
export function chooseChatReading(chosen: ChatReading): void {
  localStore.setItem(storageKeys.chatReading, JSON.stringify(chosen));
  for (const listener of listeners) listener();
}

function chatReading(): ChatReading {
  const stored = localStore.getItem(storageKeys.chatReading);
  if (stored !== read.stored) read = { stored, reading: readingIn(stored) };
  return read.reading;
}

/** A value that another version, or somebody by hand, has put there is no choice. */
function readingIn(stored: string | null): ChatReading {
  try {
    const kept: Partial<Record<keyof ChatReading, unknown>> = JSON.parse(stored ?? "");
    const speed = speeds.find((each) => each === kept.speed);
    const size = textSizes.find((each) => each === kept.size);
    return speed && size ? { speed, size } : usual;
  } catch {
    return usual;
  }
}

/** How chats are read here. The server, which cannot know, draws them as usual. */
export function useChatReading(): ChatReading {
  return useSyncExternalStore(subscribe, chatReading, () => usual);
}

/** Another tab's choice counts here too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The classes of a list of messages for its text. */
export const textSizeClass: Record<ChatReading["size"], string> = {
  normal: "",
  large: "chat-text-large",
  larger: "chat-text-larger",
};
