import { useSyncExternalStore } from "react";
import { searchKey } from "#contract/search-key.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { localStore } from "#web/lib/platform/storage.ts";

/** Whether a message has one of the words, as a whole word, whatever its case and accents. */
export function hasMutedWord(words: readonly string[], body: string): boolean {
  if (words.length === 0) return false;
  const text = searchKey(body);
  return words.some((word) => wholeWord(searchKey(word)).test(text));
}

const wholeWord = (word: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "\\s+")}(?![\\p{L}\\p{N}])`,
    "u",
  );

/** Keeps the words for every room of this browser. */
export function keepMutedWords(words: readonly string[]): void {
  localStore.setItem(storageKeys.mutedWords, JSON.stringify(words));
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();
const none: readonly string[] = [];
let read: { stored: string | null; words: readonly string[] } = { stored: null, words: none };

function mutedWords(): readonly string[] {
  const stored = localStore.getItem(storageKeys.mutedWords);
  if (stored !== read.stored) read = { stored, words: wordsIn(stored) };
  return read.words;
}

/** A value that another version, or somebody by hand, has put there is no list of words. */
function wordsIn(stored: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(kept) ? kept.filter((word) => typeof word === "string") : none;
  } catch {
    return none;
  }
}

/** The muted words of this browser. The server, which cannot know them, draws all lines. */
export function useMutedWords(): readonly string[] {
  return useSyncExternalStore(subscribe, mutedWords, () => none);
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
