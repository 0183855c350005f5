/** What a gateway can take a payment for, and how. */
export type Capability =
  | { method: "card"; purpose: "tokens" }
  | { method: "card"; purpose: "subscription" }
  | { method: "regional"; purpose: "tokens" };

type Capable = { capabilities: { takes: readonly Capability[] } };

/** The gateways that can take such a payment, in the order in which the operator names them. */
export function gatewaysFor<G extends Capable>(
  gateways: Readonly<Record<string, G>>,
  wanted: Capability,
): G[] {
  return Object.values(gateways).filter(({ capabilities }) =>
    capabilities.takes.some(({ method, purpose }) => method === wanted.method && purpose === wanted.purpose),
  );
}

/** The gateway that a new payment of that kind goes to: the first that can take it; undefined where none can. */
export function gatewayFor<G extends Capable>(
  gateways: Readonly<Record<string, G>>,
  wanted: Capability,
): G | undefined {
  return gatewaysFor(gateways, wanted)[0];
}
