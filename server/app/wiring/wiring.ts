import type { Limits } from "#server/kit/http/limits.ts";
import type { Nodes } from "#server/kit/nodes/nodes.ts";
import type { Pressure } from "#server/kit/overload/pressure.ts";
import { contactDetailsRule } from "#server/kit/text-rules/contact-details.ts";
import type { Legal } from "#server/legal/legal.ts";
import type { AppNeeds, Modules } from "../needs.ts";

/** The things that this process has once, beside its modules. */
export type Process = {
  limits: Limits;
  pressure: Pick<Pressure, "level">;
  nodes: Nodes | null;
  /** The documents that are shown and accepted. */
  legal: Legal;
};

/** Everything that modules are made of besides each other. */
export type Wiring = Omit<AppNeeds, "nodes"> &
  Process & {
    holdsContactDetails: (text: string) => boolean;
    /** The modules once all are made: for a function that is called later. */
    later(): Modules;
  };

/** Puts together what modules are made of. */
export const wiringOf = (needs: AppNeeds, process: Process, later: () => Modules): Wiring => ({
  ...needs,
  ...process,
  holdsContactDetails: contactDetailsRule(needs.config.contactDetails, needs.config.publicOrigin),
  later,
});

/** The version of the terms that who buys something accepts. */
export const termsVersionOf = ({ legal }: Pick<Wiring, "legal">): string =>
  legal.document("terms-of-service").version;
