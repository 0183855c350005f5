import { expect, test } from "vitest";
import { createMachine } from "./state-machine.ts";

type Count = { view: { count: number } };
type Event = { kind: "added"; number: number };
type Effect = { kind: "say"; text: string } | { kind: "add"; number: number };

test("a step is shown before its effects, and an event that an effect sends waits for the effects beside it", () => {
  const said: string[] = [];
  const machine = createMachine<Count, Event, Effect>({
    initial: { view: { count: 0 } },
    after: ({ view }, { number }) => ({
      state: { view: { count: view.count + number } },
      effects:
        number === 1
          ? [
              { kind: "add", number: 10 },
              { kind: "say", text: "one" },
            ]
          : [{ kind: "say", text: "ten" }],
    }),
    carryOut:
      ({ view, send }) =>
      (effect) => {
        if (effect.kind === "add") send({ kind: "added", number: effect.number });
        else said.push(`${effect.text}: ${view.get().count}`);
      },
  });
  machine.send({ kind: "added", number: 1 });
  expect(said).toEqual(["one: 1", "ten: 11"]);
  expect(machine.state()).toEqual({ view: { count: 11 } });
});

test("after an effect that throws the next event is taken all the same", () => {
  const machine = createMachine<Count, Event, Effect>({
    initial: { view: { count: 0 } },
    after: ({ view }, { number }) => ({
      state: { view: { count: view.count + number } },
      effects: number === 1 ? [{ kind: "say", text: "one" }] : [],
    }),
    carryOut: () => () => {
      throw new Error("out of order");
    },
  });
  expect(() => machine.send({ kind: "added", number: 1 })).toThrow("out of order");
  machine.send({ kind: "added", number: 2 });
  expect(machine.view.get().count).toBe(3);
});
