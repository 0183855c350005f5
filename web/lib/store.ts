import { useSyncExternalStore } from "react";

/** A value that says when it changes: the outward face of a state machine that lives outside React. */
export type Store<State> = {
  get(): State;
  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void;
};

export type WritableStore<State> = Store<State> & {
  /** Replaces the state, or fields of it when a partial object is given. */
  set(change: Partial<State>): void;
};

/** Makes a store of one object. A change that alters nothing notifies nobody. */
export function createStore<State extends object>(initial: State): WritableStore<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const next = { ...state, ...change };
      const same = (Object.keys(change) as (keyof State)[]).every((key) => Object.is(state[key], next[key]));
      if (same) return;
      state = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The present state of a store; the component renders again when it changes. */
export function useStore<State>(store: Store<State>): State {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
