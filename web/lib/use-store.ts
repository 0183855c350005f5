import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** The present state of a store; the component renders again when it changes. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
