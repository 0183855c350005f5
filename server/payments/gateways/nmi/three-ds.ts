import { createHmac, timingSafeEqual } from "node:crypto";
import type { Confirmation, ConfirmationPage, Outcome, WaitingSale } from "../gateway.ts";
import { confirmPage } from "./confirm-page.ts";
import { type NmiSettings, type ThreeDsSettings, transact } from "./nmi-call.ts";

/*
 * 3-D Secure by NMI's Gateway.js (Payer Authentication): the payer's browser asks the bank in a frame and gets what
 * proves the confirmation; the sale carries it as `cavv`, `eci` and so on. Meanwhile the card lies in NMI's Customer
 * Vault, under a number made of our reference, so that we keep no part of it. The CVV is not kept there, so a confirmed
 * sale goes without one.
 * Source: docs.nmi.com, "Payer Authentication (3-D Secure)" and "Customer Vault".
 */

type Settings = NmiSettings & { threeDs: ThreeDsSettings };

/** The number of a card in the vault. */
export const vaultIdOf = (reference: string) => reference.replaceAll("-", "");

function keyOf({ securityKey }: NmiSettings, reference: string): string {
  return createHmac("sha256", securityKey).update(`confirm ${reference}`).digest("base64url");
}

/** The address of the page where the payer confirms a sale; nobody else can know it. */
export function confirmUrl(settings: Settings, reference: string): string {
  const page = `${settings.threeDs.publicOrigin()}/service/payments/confirm/nmi/${reference}`;
  return `${page}?key=${keyOf(settings, reference)}`;
}

/** Puts the card into the vault; nothing is charged. Answers whether NMI has taken it, null where that is not known. */
export async function keepCard(
  settings: NmiSettings,
  card: Record<string, string>,
  reference: string,
  timeoutMs?: number,
) {
  const form = { customer_vault: "add_customer", customer_vault_id: vaultIdOf(reference), ...card };
  const { reply } = await transact(settings, form, timeoutMs);
  return reply && reply.response === "1";
}

/** Deletes cards that were kept for one sale each, while the payment goes on. */
export type CardDrops = {
  /** Where the answer to the sale is lost, the sale may still be on its way to the card, which stays. */
  drop(reference: string, outcome: Outcome): void;
  /** Waits for what is under way: a card whose deletion is cut off would lie in the vault for ever. */
  done(): Promise<void>;
};

export function createCardDrops(settings: NmiSettings): CardDrops {
  const underWay = new Set<Promise<unknown>>();
  return {
    drop(reference, outcome) {
      if (outcome.kind !== "approved" && outcome.kind !== "declined") return;
      const form = { customer_vault: "delete_customer", customer_vault_id: vaultIdOf(reference) };
      const dropped = transact(settings, form).finally(() => underWay.delete(dropped));
      underWay.add(dropped);
    },
    done: async () => void (await Promise.all(underWay)),
  };
}

/** The page, and the sale that follows it. */
export function createConfirmation(
  settings: Settings,
  drops: CardDrops,
  charge: (sale: WaitingSale, form: Record<string, string>) => Promise<Outcome>,
): ConfirmationPage {
  return {
    isKey(reference, key) {
      const [expected, given] = [Buffer.from(keyOf(settings, reference)), Buffer.from(key)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    render: (sale, language) =>
      confirmPage({
        script: `${settings.apiUrl()}/js/v1/Gateway.js`,
        checkoutKey: settings.threeDs.checkoutKey,
        customerVaultId: vaultIdOf(sale.reference),
        sale,
        language,
      }),
    read: readConfirmation,
    async charge(sale, proof) {
      const vault = { customer_vault_id: vaultIdOf(sale.reference) };
      const outcome = await charge(sale, { ...vault, ...proof });
      drops.drop(sale.reference, outcome);
      return outcome;
    },
  };
}

const proofs = {
  cavv: /^[A-Za-z0-9+/=]{1,80}$/,
  eci: /^\d{1,2}$/,
  cardholder_auth: /^(verified|attempted)$/,
} as const;
const optionalProofs = {
  xid: /^[A-Za-z0-9+/=-]{1,80}$/,
  three_ds_version: /^[\d.]{1,10}$/,
  directory_server_id: /^[A-Za-z0-9-]{1,60}$/,
} as const;

/** Reads the page's form: `result` and, where the bank has confirmed, the proof by the names of the Payment API. */
function readConfirmation(form: Readonly<Record<string, string>>): Confirmation | null {
  const { result } = form;
  if (result === "failed" || result === "cancelled") return { kind: result };
  if (result !== "confirmed") return null;
  for (const [name, pattern] of Object.entries(proofs))
    if (!pattern.test(form[name] ?? "")) return { kind: "failed" };
  const named = Object.entries({ ...proofs, ...optionalProofs }).flatMap(([name, pattern]) => {
    const value = form[name] ?? "";
    return pattern.test(value) ? [[name, value] as const] : [];
  });
  return { kind: "confirmed", proof: Object.fromEntries(named) };
}
