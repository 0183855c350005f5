import type { KeptCard, Vault } from "../gateway.ts";
import { type NmiSettings, post, transact } from "./nmi-call.ts";
import { readVaultCustomers } from "./nmi-wire.ts";

/*
 * NMI's Customer Vault: a card is put into it by the number of the sale that it has paid (`source_transaction_id`), under
 * an id of ours, and charged by that id. Sales with a kept card say that their owner asked for them (`initiated_by`), and
 * name the sale with which the keeping was agreed to.
 * Source: docs.nmi.com, "Customer Vault" and "Credential on file (CIT/MIT)".
 */

/** Fields of the sale with which its payer agrees that the card is kept. */
export const savedCardStored = { initiated_by: "customer", stored_credential_indicator: "stored" } as const;

/** Fields of a sale that a kept card pays. */
export const savedCardUsed = (firstSale: string | null) => ({
  initiated_by: "customer",
  stored_credential_indicator: "used",
  ...(firstSale !== null && { initial_transaction_id: firstSale }),
});

export function createVault(settings: NmiSettings): Vault {
  return {
    async keep(token, { gatewayReference }) {
      const known = await find(settings, token);
      if (known !== "none") return known;
      const { reply } = await transact(settings, {
        customer_vault: "add_customer",
        customer_vault_id: token,
        source_transaction_id: gatewayReference,
        ...savedCardStored,
      });
      if (reply?.response === "1") return unlessNone(await find(settings, token));
      return reply?.response === "3" && Number(reply.responseCode) < 400 && reply.responseCode !== "301"
        ? "refused"
        : null;
    },
    async forget(token) {
      const form = { customer_vault: "delete_customer", customer_vault_id: token };
      const { reply } = await transact(settings, form);
      return reply?.response === "1" || (await find(settings, token)) === "none";
    },
  };
}

const unlessNone = (found: KeptCard | "none" | null) => (found === "none" ? null : found);

/** The card under that id; null where NMI did not answer clearly. */
async function find(settings: NmiSettings, token: string): Promise<KeptCard | "none" | null> {
  const form = { report_type: "customer_vault", customer_vault_id: token };
  const answer = await post(settings, "/api/query.php", form, settings.queryTimeoutMs ?? 5_000);
  const customers = answer.status === 200 ? readVaultCustomers(answer.text) : null;
  if (!customers) return null;
  return customers.find(({ id }) => id === token)?.card ?? "none";
}
