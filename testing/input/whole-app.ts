import Fastify from "fastify";
import { afterAll, beforeAll } from "vitest";
import { openPeopleBook } from "#demo/social/people-book.ts";
import { xProvider } from "#demo/social/x-provider.ts";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { createCommerceGate } from "#server/payments/gateways/commercegate/commercegate.ts";
import { type TestApp, testApp } from "#testing/app/test-app.ts";
import { startFakeCommerceGate, startFakeDirecta24, startFakeProcessor } from "#testing/payments/fakes.ts";
import { gatewaySettings, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";

const client = { clientId: "test-client", clientSecret: "test-secret" };

export type WholeApp = TestApp & {
  /** Takes what was logged as an error since the last time: nothing that a caller sends may be one. */
  faults(): string[];
};

/** The application with everything that can be set up: X, the payment gateways and the provider of subscriptions. */
export function wholeApp(): WholeApp {
  const faults: string[] = [];
  const x = Fastify({ forceCloseConnections: true });
  let parts: Awaited<ReturnType<typeof openParties>>;
  const openParties = async () => {
    const people = openPeopleBook(null);
    await x.register(xProvider({ ...client, isRegistered: () => true, people, clock: systemClock }));
    const origin = await x.listen({ port: 0, host: "127.0.0.1" });
    const urls = {
      authorizeUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      userUrl: `${origin}/users/me`,
    };
    const processor = await startFakeProcessor(() => app.origin, systemClock, 5_000);
    const provider = await startFakeProvider(() => `${app.origin}/nowhere`, systemClock.now);
    const directa24 = await startFakeDirecta24(() => app.origin, systemClock, {});
    const commerceGate = await startFakeCommerceGate(() => app.origin, systemClock);
    return { processor, provider, directa24, commerceGate, twitter: { ...client, ...urls } };
  };
  beforeAll(async () => {
    parts = await openParties();
  });
  const app = testApp(undefined, () => ({
    log: createLogger("error", { write: (line) => void faults.push(line) }),
    twitter: parts.twitter,
    gateways: {
      sandbox: parts.processor.gateway,
      directa24: parts.directa24.gateway,
      commercegate: parts.commerceGate.gateway,
    },
    memberships: { commercegate: createCommerceGate(gatewaySettings(parts.provider.url)) },
  }));
  beforeAll(() => app.modules.payments.seed());
  afterAll(async () => {
    const { processor, provider, directa24, commerceGate } = parts;
    await Promise.all(
      [x, processor.app, provider.app, directa24.app, commerceGate.app].map((one) => one.close()),
    );
  });
  return Object.defineProperties(
    { faults: () => faults.splice(0) },
    Object.getOwnPropertyDescriptors(app),
  ) as WholeApp;
}
