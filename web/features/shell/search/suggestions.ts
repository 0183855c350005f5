import type { SearchSuggestions } from "#contract/content.ts";
import { roomTags, suggestFrom } from "#contract/room-values.ts";
import { searchKey } from "#contract/search-key.ts";
import { written } from "#contract/written-text.ts";
import { tagName } from "#web/entities/room/tag-names.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";

/** One line of the list: what it says, and where it leads or what it searches for. */
export type Suggestion = {
  kind: "name" | "tag" | "topic" | "video";
  key: string;
  text: string;
  /** A model's picture and whether they are on air. */
  face?: { avatar: string; isStream: boolean };
} & ({ to: string } | { tag: string } | { search: string });

export type Suggested = { suggestions: readonly Suggestion[]; active: number | null };

/** How long somebody has to pause before their text is looked up. */
export const suggestPauseMs = 150;

type Ask = (typed: {
  search: string;
  gender: number;
  signal: AbortSignal;
}) => Promise<SearchSuggestions | null>;

export type Suggester = Store<Suggested> & {
  /** Takes the text of the field now; earlier questions are given up. */
  type(search: string, gender: number): void;
  /** Goes down (1) or up (-1) the list, and round its ends. */
  move(by: 1 | -1): void;
  /** The line that Enter chooses, if one was gone to. */
  chosen(): Suggestion | null;
  /** Forgets what was suggested, and gives up what is asked for. */
  close(): void;
};

/**
 * The suggestions of a search field while somebody types: one request at a time, after a pause, for two characters
 * and more.
 */
export function createSuggester(ask: Ask, clock: Pick<Clock, "after">): Suggester {
  const nothing: Suggested = { suggestions: [], active: null };
  const store = createStore<Suggested>(nothing);
  let cancelPause = () => {};
  let asking = new AbortController();
  const stop = () => {
    cancelPause();
    asking.abort();
  };
  const look = async (search: string, gender: number) => {
    const mine = new AbortController();
    asking = mine;
    // Without an answer there is nothing to suggest, and the search itself says what is wrong.
    const found = await ask({ search, gender, signal: mine.signal }).catch(() => null);
    if (!mine.signal.aborted) store.set({ suggestions: linesOf(search, found), active: null });
  };
  return {
    ...store,
    type(search, gender) {
      stop();
      const wanted = written(search);
      if ([...wanted].length < suggestFrom) return store.set(nothing);
      cancelPause = clock.after(suggestPauseMs, () => void look(wanted, gender));
    },
    move(by) {
      const { suggestions, active } = store.get();
      const count = suggestions.length;
      if (count === 0) return;
      const from = active ?? (by === 1 ? -1 : count);
      store.set({ active: (from + by + count) % count });
    },
    chosen() {
      const { suggestions, active } = store.get();
      return active === null ? null : (suggestions[active] ?? null);
    },
    close() {
      stop();
      store.set(nothing);
    },
  };
}

/** Names first, then what rooms are about, then videos. */
function linesOf(search: string, found: SearchSuggestions | null): Suggestion[] {
  const { names = [], topics = [], videos = [] } = found ?? {};
  return [
    ...names.map(({ login, name, avatar, isStream }): Suggestion => ({
      kind: "name",
      key: `name ${login}`,
      text: name,
      face: { avatar, isStream },
      to: isStream ? `/stream/${login}` : `/${login}`,
    })),
    ...roomTags
      .filter((tag) => begins(tagName(tag), search))
      .map((tag): Suggestion => ({ kind: "tag", key: `tag ${tag}`, text: tagName(tag), tag })),
    ...topics.map((topic): Suggestion => ({
      kind: "topic",
      key: `topic ${topic}`,
      text: topic,
      search: topic,
    })),
    ...videos.map(({ id, title }): Suggestion => ({
      kind: "video",
      key: `video ${id}`,
      text: title,
      to: `/videos/${id}`,
    })),
  ];
}
const begins = (text: string, search: string) =>
  searchKey(text)
    .split(" ")
    .some((word) => word.startsWith(searchKey(search)));
