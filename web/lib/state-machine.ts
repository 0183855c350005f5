import { createStore, type Store } from "./store.ts";

/** The consequences of an event: the state after it, and the effects that are then carried out, in this order. */
export type Step<State, Effect> = { state: State; effects: readonly Effect[] };

export type Machine<State, Event, View> = {
  state(): State;
  /** The part of the state that pages show. */
  view: Store<View>;
  send(event: Event): void;
};

type MachineParts<State extends { view: object }, Event, Effect> = {
  initial: State;
  /** The reducer; it is pure. */
  after(state: State, event: Event): Step<State, Effect>;
  /** Makes what carries the effects out; what they lead to is sent as events. */
  carryOut(machine: Machine<State, Event, State["view"]>): (effect: Effect) => void;
};

/**
 * Runs a reducer: each event makes a new state, whose view is shown before its effects are carried out. An event that is
 * sent meanwhile waits until they are.
 */
export function createMachine<State extends { view: object }, Event, Effect>({
  initial,
  after,
  carryOut,
}: MachineParts<State, Event, Effect>): Machine<State, Event, State["view"]> {
  const view = createStore<State["view"]>(initial.view);
  const queue: Event[] = [];
  let state = initial;
  let isRunning = false;

  function send(event: Event) {
    queue.push(event);
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) take(next);
    } finally {
      isRunning = false;
    }
  }
  function take(event: Event) {
    const step = after(state, event);
    state = step.state;
    view.set(state.view);
    for (const effect of step.effects) run(effect);
  }
  const machine = { state: () => state, view, send };
  const run = carryOut(machine);
  return machine;
}
