import { browserClock, type Clock } from "#web/lib/clock.ts";
import { FLAG_MS } from "#web/lib/constants.ts";
import { createStore, type Store, useStore } from "#web/lib/store.ts";

export type SearchState = {
  text: string;
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
};

/** The search box of the list pages, shared by the header that draws it and the list that answers it. */
export function createListSearch(clock: Pick<Clock, "after">): ListSearch {
  const store = createStore<SearchState>({ text: "", open: false, submitted: false });
  let cancelFlag = () => {};
  return {
    ...store,
    open: () => store.set({ open: true }),
    type: (text) => store.set({ text: text.slice(0, 100), open: true }),
    submit() {
      cancelFlag();
      store.set({ submitted: true });
      cancelFlag = clock.after(FLAG_MS, () => store.set({ submitted: false }));
    },
    close() {
      cancelFlag();
      store.set({ text: "", open: false, submitted: false });
    },
  };
}

/** The one search of this page. */
export const listSearch = createListSearch(browserClock);

/** What stands in the search box; renders again with every input. */
export function useListSearch(): SearchState {
  return useStore(listSearch);
}
