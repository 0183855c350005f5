import type { RegionalMethod } from "#contract/payments.ts";
import { gatewaysFor } from "./gateways/choose-gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";

/**
 * The regional ways to pay of a fan in their own country; none in `wanted` if that is another one. A processor that cannot be asked
 * offers nothing for the moment, so that paying by card goes on.
 */
export async function listRegionalMethods(
  { db, gateways, accounts, log }: Pick<PaymentsNeeds, "db" | "gateways" | "accounts" | "log">,
  fanId: number,
  wanted?: string,
): Promise<RegionalMethod[]> {
  const country = (await accounts.byId(db, fanId))?.country;
  if (!country || (wanted !== undefined && wanted !== country)) return [];
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
