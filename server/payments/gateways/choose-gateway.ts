/** A kind of payment that a gateway can take. */
export type Capability = {
  /** `form`: by card in a form of the gateway's own. */
  method: "card" | "regional" | "form";
  purpose: "tokens" | "subscription";
  /** The payers' countries by their ISO 3166 codes; everywhere unless given. */
  countries?: readonly string[];
  /** The currency of the charge, by its ISO 4217 code. */
  currency: string;
};

/** A payment that somebody wants to make. */
export type WantedPayment = Pick<Capability, "method" | "purpose"> & {
  /** The payer's country, where the method depends on it. */
  country?: string;
};

type Capable = { capabilities: { takes: readonly Capability[] } };

/** The gateways that can take such a payment, in the order in which the operator names them, each with how it does. */
export function gatewaysFor<G extends Capable>(
  gateways: Readonly<Record<string, G>>,
  wanted: WantedPayment,
): { gateway: G; capability: Capability }[] {
  return Object.values(gateways).flatMap((gateway) => {
    const capability = gateway.capabilities.takes.find((one) => covers(one, wanted));
    return capability ? [{ gateway, capability }] : [];
  });
}

function covers({ method, purpose, countries }: Capability, wanted: WantedPayment): boolean {
  const isInCountry = countries === undefined || countries.some((country) => country === wanted.country);
  return method === wanted.method && purpose === wanted.purpose && isInCountry;
}

/** The gateway that a new payment of that kind goes to: the first that can take it; undefined where none can. */
export function gatewayFor<G extends Capable>(
  gateways: Readonly<Record<string, G>>,
  wanted: WantedPayment,
): G | undefined {
  return gatewaysFor(gateways, wanted)[0]?.gateway;
}
