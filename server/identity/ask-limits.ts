import { addressBlock, type Limits } from "#server/kit/http/limits.ts";

/** Enough for several people of one address block who search for a free name as they type, little to ask through a list. */
const uniquenessChecks = 500;
const uniquenessSeconds = 600;
const registrationsPerHour = 40;

/**
 * How often one address block learns whether a user name or an email is taken. Endpoints whose answers reveal the same
 * count together. Each call uses up one try; it returns the seconds to wait when none is left, else null.
 */
export type AskLimits = {
  /** Before a user name or an email is looked up: by the calls for that, or to change the email of an account. */
  askUniqueness(address: string): Promise<number | null>;
  /** Before an account is opened, with a password or by X. */
  askToRegister(address: string): Promise<number | null>;
};

/** Makes the limits, once for an installation. */
export function createAskLimits(limits: Limits): AskLimits {
  const uniqueness = limits.create("uniqueness_checks", uniquenessChecks, uniquenessSeconds);
  const registrations = limits.create("registration_tries", registrationsPerHour, 3600);
  return {
    askUniqueness: (address) => uniqueness.take(addressBlock(address)),
    askToRegister: (address) => registrations.take(addressBlock(address)),
  };
}
