import { expect, expectTypeOf, test } from "vitest";
import { type Events, publishEvent, publishEvents } from "#server/kit/outbox/outbox.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";

type Tx = Parameters<typeof publishEvent>[0];

/** Never called. Each marked line has to be a type error: where it is none, `tsc` fails here. */
const compiled = {
  declared: (tx: Tx) => publishEvent(tx, "show_ended_by_staff", { modelId: 1, at: "2026-11-21T12:00:00Z" }),
  // @ts-expect-error: no module declares this kind
  unknownKind: (tx: Tx) => publishEvent(tx, "show_ended_by_nobody", { modelId: 1 }),
  // @ts-expect-error: the payload lacks its model
  emptyPayload: (tx: Tx) => publishEvent(tx, "show_ended_by_staff", {}),
  // @ts-expect-error: the payload of another kind
  wrongPayload: (tx: Tx) => publishEvents(tx, [{ kind: "show_ended_by_staff", payload: { fanId: 1 } }]),
  // @ts-expect-error: `tip_sent` has no handler
  missingHandler: ({ tip_sent: _tipSent, ...others }: EventHandlers): EventHandlers => others,
  handlerOfAnotherPayload: (handlers: EventHandlers): EventHandlers => ({
    ...handlers,
    // @ts-expect-error: this payload has no `fanName`
    tip_sent: ({ fanName }) => fanName,
  }),
};

test("an unknown kind of event, a wrong payload and a missing handler do not compile", () => {
  expectTypeOf<EventHandlers>().toHaveProperty("tip_sent");
  expectTypeOf<keyof EventHandlers>().toEqualTypeOf<keyof Events>();
  expect(Object.keys(compiled)).toHaveLength(6);
});
