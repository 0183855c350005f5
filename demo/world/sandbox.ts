import { createHmac } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/kit/clock.ts";
import { seededRandom } from "#server/kit/random.ts";
import { createSandboxGateway } from "#server/payments/gateways/sandbox.ts";
import type { Gateway } from "#server/payments/payments.ts";
import { drawnFaults } from "../gateways/faults.ts";
import { type PastSale, recordPast } from "../gateways/sandbox/sale.ts";
import { createSandboxProcessor, sandboxGateway } from "../gateways/sandbox/sandbox-gateway.ts";

const prefix = "/dev/gateways/sandbox";

/** The simulated card processor, and the gateway by which the product speaks to it over HTTP. */
export function openSandbox({ config, clock, secret }: { config: Config; clock: Clock; secret: string }): {
  gateway: Gateway;
  /** Enters sales of the past in the processor's books. */
  record(sales: readonly PastSale[]): void;
  mount(http: FastifyInstance): Promise<void>;
} {
  const keyFor = (use: string) => createHmac("sha256", secret).update(`sandbox ${use}`).digest("hex");
  const own = `http://127.0.0.1:${config.port}`;
  const keys = { apiKey: keyFor("api"), callbackSecret: keyFor("callbacks") };
  const tokenizationKey = keyFor("fields");
  const processor = createSandboxProcessor({
    ...keys,
    tokenizationKey,
    callbackUrl: () => `${own}/service/payments/callback/sandbox`,
    publicUrl: () => `${config.publicOrigin}${prefix}`,
    file: path.join(config.dataDir, "sandbox-processor.json"),
    clock,
    faults: drawnFaults(seededRandom("sandbox"), config.demoFaultRate),
  });
  return {
    gateway: createSandboxGateway({
      ...keys,
      url: () => `${own}${prefix}`,
      hostedFields: { script: `${prefix}/token/Collect.js`, key: tokenizationKey },
    }),
    record: (sales) => recordPast(processor.store, sales),
    mount: async (http) => {
      await http.register(sandboxGateway(processor), { prefix });
    },
  };
}
