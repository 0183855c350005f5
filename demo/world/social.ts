import { createHmac } from "node:crypto";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config.ts";
import type { TwitterProvider } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import { openPeopleBook } from "../social/people-book.ts";
import { callbackOf, xProvider } from "../social/x-provider.ts";

const prefix = "/dev/x";
const clientId = "fanlight-demo";

/** The simulated X, and how the product reaches it: people by the public address, the server on its own machine. */
export function openSocial({ config, clock, secret }: { config: Config; clock: Clock; secret: string }): {
  provider: TwitterProvider;
  mount(http: FastifyInstance): Promise<void>;
} {
  const clientSecret = createHmac("sha256", secret).update("simulated x").digest("hex");
  const own = `http://127.0.0.1:${config.port}${prefix}`;
  const people = openPeopleBook(path.join(config.dataDir, "simulated-x.json"));
  const isRegistered = callbackOf((origin) => isLocal(origin) || origin === config.publicOrigin);
  return {
    provider: {
      clientId,
      clientSecret,
      authorizeUrl: `${config.publicOrigin}${prefix}/authorize`,
      tokenUrl: `${own}/token`,
      userUrl: `${own}/users/me`,
    },
    mount: async (http) => {
      await http.register(xProvider({ clientId, clientSecret, isRegistered, people, clock }), { prefix });
    },
  };
}

function isLocal(origin: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin);
}
