import { createHmac } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/kit/clock.ts";
import { seededRandom } from "#server/kit/random.ts";
import { createDirecta24 } from "#server/payments/gateways/directa24/directa24.ts";
import type { Gateway } from "#server/payments/payments.ts";
import { createDepositProvider, directa24Server } from "../gateways/directa24/directa24-server.ts";
import { drawnFaults } from "../gateways/faults.ts";

const prefix = "/dev/gateways/directa24";

/** The simulated regional provider, and the gateway by which the product speaks to it over HTTP. */
export function openDirecta24({ config, clock, secret }: { config: Config; clock: Clock; secret: string }): {
  gateway: Gateway;
  mount(http: FastifyInstance): Promise<void>;
} {
  const keyFor = (use: string) => createHmac("sha256", secret).update(`directa24 ${use}`).digest("hex");
  const own = `http://127.0.0.1:${config.port}`;
  const keys = { login: "demo", signatureKey: keyFor("signature"), readOnlyKey: keyFor("reading") };
  const provider = createDepositProvider({
    ...keys,
    publicUrl: () => `${config.publicOrigin}${prefix}`,
    file: path.join(config.dataDir, "directa24-provider.json"),
    clock,
    faults: drawnFaults(seededRandom("directa24"), config.demoFaultRate),
  });
  return {
    gateway: createDirecta24({
      ...keys,
      apiUrl: () => `${own}${prefix}`,
      notificationUrl: () => `${own}/service/payments/callback/directa24`,
      now: () => clock.now(),
    }),
    mount: async (http) => {
      await http.register(directa24Server(provider), { prefix });
    },
  };
}
