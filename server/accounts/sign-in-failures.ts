import { addressBlock, createLimit } from "#server/kit/http/limits.ts";

/** Wrong tries to sign in, counted by name and address. */
export type SignInFailures = {
  /** Seconds to wait when there were too many, else null. */
  blocked(name: string, address: string): Promise<number | null>;
  count(name: string, address: string): Promise<void>;
  /** Forgets the tries of a person who has proved to be the right one. */
  forgive(names: readonly string[], address: string): Promise<void>;
};

const failuresMax = 5;
const windowSeconds = 15 * 60;

/** Makes the count: five wrong tries in 15 minutes. */
export function createSignInFailures(): SignInFailures {
  const failures = createLimit(failuresMax, windowSeconds);
  const keyOf = (name: string, address: string) => `${name.toLowerCase()}|${addressBlock(address)}`;
  return {
    blocked: (name, address) => failures.blocked(keyOf(name, address)),
    count: async (name, address) => void (await failures.take(keyOf(name, address))),
    forgive: async (names, address) =>
      void (await Promise.all(names.map((name) => failures.clear(keyOf(name, address))))),
  };
}
