import { useLocation } from "react-router";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { flagMs } from "#web/lib/constants.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";

const textMax = 100;

export type SearchState = {
  /** Null: nothing was typed on this page, and what counts is the search of its address. */
  text: string | null;
  /** The box is expanded. */
  open: boolean;
  /** True for half a second after Enter or the button. */
  submitted: boolean;
};

export type ListSearch = Store<SearchState> & {
  open(): void;
  /** Each input counts at once; nothing is held back. */
  type(text: string): void;
  submit(): void;
  /** Closes the box and clears it. */
  close(): void;
  /** Forgets the search of a list that is left. */
  leave(): void;
};

/** The search box of the list pages, shared by the header that draws it and the list that answers it. */
export function createListSearch(clock: Pick<Clock, "after">): ListSearch {
  const store = createStore<SearchState>({ text: null, open: false, submitted: false });
  let cancelFlag = () => {};
  return {
    ...store,
    open: () => store.set({ open: true }),
    type: (text) => store.set({ text: text.slice(0, textMax), open: true }),
    submit() {
      cancelFlag();
      store.set({ submitted: true });
      cancelFlag = clock.after(flagMs, () => store.set({ submitted: false }));
    },
    close() {
      cancelFlag();
      store.set({ text: "", open: false, submitted: false });
    },
    leave() {
      cancelFlag();
      store.set({ text: null, open: false, submitted: false });
    },
  };
}

/** The one search of this page. */
export const listSearch = createListSearch(browserClock);

/** The text in the search box; renders again with every input. */
export function useListSearch(): SearchState & { text: string } {
  const { search } = useLocation();
  const { text, open, submitted } = useStore(listSearch);
  const asked = searchOf(search);
  return { text: text ?? asked ?? "", open: open || (text === null && asked !== null), submitted };
}

/** The search in the query of a list's address, as the form of the box sends it; null when it does not search. */
export function searchOf(query: string): string | null {
  return new URLSearchParams(query).get("search")?.slice(0, textMax) ?? null;
}
