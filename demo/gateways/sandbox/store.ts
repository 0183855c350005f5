import { type Books, openBooks } from "../books.ts";
import type { SandboxSale } from "./sale.ts";

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
