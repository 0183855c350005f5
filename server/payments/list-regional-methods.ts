import type { RegionalMethod } from "#contract/payments.ts";
import { gatewaysFor } from "./gateways/choose-gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";

/**
 * The regional ways to pay of a fan in a country: none unless it is the fan's own. A processor that cannot be asked
 * offers nothing for the moment, so that paying by card goes on.
 */
export async function listRegionalMethods(
  { db, gateways, accounts, log }: Pick<PaymentsNeeds, "db" | "gateways" | "accounts" | "log">,
  fanId: number,
  country: string,
): Promise<RegionalMethod[]> {
  if ((await accounts.byId(db, fanId))?.country !== country) return [];
  const asked = gatewaysFor(gateways, { method: "regional", purpose: "tokens", country });
  const listed = asked.map(async ({ gateway }) => {
    try {
      return (await gateway.regionalMethods?.(country)) ?? [];
    } catch (err) {
      log.warn({ err, gateway: gateway.name, country }, "a gateway did not list its regional methods");
      return [];
    }
  });
  return (await Promise.all(listed)).flat();
}
