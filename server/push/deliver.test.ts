import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { testVapidKey } from "#testing/app/test-settings.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { testSubscription } from "#testing/push/push-service.ts";
import { createDeliver } from "./deliver.ts";
import { createVapid } from "./vapid.ts";

const later = { later: true, afterMs: null };
const terms = { ttlSeconds: 60, urgency: "normal", topic: "x" } as const;
const device = testSubscription.keys;

/** A push service that closes the connection in place of an answer while it is `away`. */
async function pushService() {
  const state = { away: false, asked: 0 };
  const server = createServer((asked, answer) => {
    state.asked += 1;
    if (state.away) asked.socket.destroy();
    else answer.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { origin: `http://127.0.0.1:${port}` });
}

const [one, other] = [await pushService(), await pushService()];
let clock = manualClock();
let deliver = (_to: typeof one): Promise<unknown> => Promise.resolve();
beforeEach(() => {
  for (const service of [one, other]) Object.assign(service, { away: false, asked: 0 });
  clock = manualClock();
  const send = createDeliver({
    vapid: createVapid(testVapidKey, "mailto:us@example.test", clock),
    clock,
    allowedOrigins: [one.origin, other.origin],
  });
  deliver = ({ origin }) => send({ ...device, endpoint: `${origin}/device` }, "text", terms);
});

async function breakOff(): Promise<void> {
  one.away = true;
  for (let n = 0; n < 3; n++) expect(await deliver(one)).toEqual(later);
  one.asked = 0;
}

test("a push service that gave no answer three times in a row is not asked for a minute, and others are", async () => {
  await breakOff();
  one.away = false;
  clock.advance(59_999);
  expect(await deliver(one)).toEqual(later);
  expect([one.asked, await deliver(other)]).toEqual([0, "taken"]);
  clock.advance(1);
  expect(await deliver(one)).toBe("taken");
  expect(await deliver(one)).toBe("taken");
});

test("after its pause one message tries a push service, and the others wait for how that ends", async () => {
  await breakOff();
  clock.advance(60_000);
  expect(await Promise.all([deliver(one), deliver(one), deliver(one)])).toEqual([later, later, later]);
  expect(one.asked).toBe(1);
  clock.advance(59_999);
  expect(await deliver(one)).toEqual(later);
  expect(one.asked).toBe(1);
});

test("a push service that answers in between is not left alone", async () => {
  for (const away of [true, true, false, true, true]) {
    one.away = away;
    await deliver(one);
  }
  one.away = false;
  expect(await deliver(one)).toBe("taken");
});
