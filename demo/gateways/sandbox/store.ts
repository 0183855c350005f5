import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SandboxSale } from "./sale.ts";

/** The processor's books. */
export type SandboxStore = {
  save(sale: SandboxSale): void;
  byReference(reference: string): SandboxSale | undefined;
  byCheckoutKey(key: string): SandboxSale | undefined;
  all(): SandboxSale[];
};

const salesMax = 10_000;

/**
 * Keeps the last 10,000 sales in memory and, when `file` is given, as one JSON line for each change, so that a sale
 * is still known after a restart. A last line that a crash cut short is left out.
 */
export function openSandboxStore(file: string | null): SandboxStore {
  const sales = new Map<string, SandboxSale>();
  const keep = (sale: SandboxSale) => {
    sales.delete(sale.reference);
    sales.set(sale.reference, sale);
    const oldest = sales.keys().next().value;
    if (sales.size > salesMax && oldest !== undefined) sales.delete(oldest);
  };
  if (file) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const sale of readLines(file)) keep(sale);
    writeFileSync(file, [...sales.values()].map(toLine).join(""));
  }
  return {
    save(sale) {
      keep(sale);
      if (file) appendFileSync(file, toLine(sale));
    },
    byReference: (reference) => sales.get(reference),
    byCheckoutKey: (key) => [...sales.values()].find((sale) => sale.checkout_key === key),
    all: () => [...sales.values()],
  };
}

const toLine = (sale: SandboxSale) => `${JSON.stringify(sale)}\n`;

function readLines(file: string): SandboxSale[] {
  const lines = readIfThere(file).split("\n").filter(Boolean);
  return lines.flatMap((line) => {
    try {
      return [{ sequence: 1, ...JSON.parse(line) } as SandboxSale];
    } catch {
      return [];
    }
  });
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
