import { type Books, openBooks } from "../books.ts";

/** Where a sale stands at the processor. */
export type SaleStatus = "requires_action" | "approved" | "declined" | "cancelled" | "expired" | Aftermath;

/** The later fate of an approved sale. */
export type Aftermath = "refunded" | "charged_back" | "chargeback_reversed";

/** A sale in the processor's own books. It keeps those details of the card that a receipt shows. */
export type SandboxSale = {
  id: string;
  /** The merchant's reference; one sale each. */
  reference: string;
  order_id: string;
  status: SaleStatus;
  /** Decimal, two places: `24.99`. */
  amount: string;
  currency: string;
  /** Decimal, what went back of it so far; missing: nothing, or all of it where its status says so. */
  refunded?: string;
  description: string;
  decline_code: string | null;
  card: { brand: string; bin: string | null; last4: string };
  /** Unguessable address of the page where the payer confirms. */
  checkout_key: string;
  return_url: string;
  language: "en" | "es";
  created_at: string;
  /** How many changes the sale has seen, from 1; reports carry it, so that the merchant can order them. */
  sequence: number;
};

/** What is known of a sale that was settled before these books began. */
export type PastSale = Pick<
  SandboxSale,
  "id" | "reference" | "order_id" | "amount" | "decline_code" | "card" | "created_at"
> & { status: "approved" | "declined" };

/** A sale as the merchant may see it. */
export function presentSale(sale: SandboxSale, publicUrl: string) {
  const { checkout_key, return_url: _returnUrl, language: _language, ...charge } = sale;
  const checkout_url = sale.status === "requires_action" ? `${publicUrl}/checkout/${checkout_key}` : null;
  const all = sale.status === "refunded" || sale.status === "charged_back";
  return { ...charge, refunded: all ? sale.amount : (sale.refunded ?? "0.00"), checkout_url };
}
export type PresentedSale = ReturnType<typeof presentSale>;

/** The processor's books, by the merchant's reference. */
export type SandboxStore = {
  save(sale: SandboxSale): void;
  byReference(reference: string): SandboxSale | undefined;
  byCheckoutKey(key: string): SandboxSale | undefined;
  all(): SandboxSale[];
};

/** Opens the books; `file` null keeps them in memory. */
export function openSandboxStore(file: string | null): SandboxStore {
  const books: Books<SandboxSale> = openBooks(file, ({ reference }) => reference);
  return {
    save: books.save,
    byReference: books.get,
    byCheckoutKey: (key) => books.all().find(({ checkout_key }) => checkout_key === key),
    all: books.all,
  };
}

/** Enters past sales, whose payers have nothing to confirm any more; the merchant is told nothing. */
export function recordPast(store: Pick<SandboxStore, "save">, sales: readonly PastSale[]): void {
  for (const sale of sales)
    store.save({
      ...sale,
      ...{ currency: "USD", description: "", checkout_key: sale.reference, return_url: "", language: "en" },
      sequence: 1,
    });
}
