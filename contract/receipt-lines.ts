import type { Language } from "./common.ts";
import type { ShowReceipt } from "./paid-shows.ts";

/**
 * A line of how the total of a show's receipt comes about, with hundredths of tokens, signed, that it adds. `unknown`: seconds
 * of an old show of which it is not known which cost what.
 */
export type ReceiptLine =
  | { kind: "free" | "unknown"; seconds: number }
  | { kind: "step"; from: string; seconds: number; rate: number; hundredths: number }
  | { kind: "rounding" | "minimum" | "waived"; hundredths: number };

/** The lines of a receipt, the same on its page, in its file and in its email: what leads to `tokens`, step by step. */
export function receiptLines(
  receipt: Omit<Parts, "show"> & { show: { served_seconds: number } },
): ReceiptLine[] {
  const { show, steps, free_seconds: free, minimum, waived, tokens } = receipt;
  const units = steps.reduce((sum, { seconds, rate }) => sum + seconds * rate, 0);
  const unknown = steps.length === 0 ? show.served_seconds - free : 0;
  const whole = unknown > 0 ? tokens + waived : Math.floor(units / 60);
  return [
    ...(free > 0 ? [{ kind: "free", seconds: free } as const] : []),
    ...(unknown > 0 ? [{ kind: "unknown", seconds: unknown } as const] : []),
    ...steps.map(({ from, seconds, rate }) => ({
      kind: "step" as const,
      ...{ from, seconds, rate },
      hundredths: hundredthsOf(seconds * rate),
    })),
    ...line("rounding", -hundredthsOf(units % 60)),
    ...line("minimum", Math.max(0, minimum - whole) * 100),
    ...line("waived", -waived * 100),
  ];
}

type Parts = Pick<ShowReceipt, "show" | "steps" | "free_seconds" | "minimum" | "waived" | "tokens">;

const line = (kind: "rounding" | "minimum" | "waived", hundredths: number): ReceiptLine[] =>
  hundredths === 0 ? [] : [{ kind, hundredths }];

/** Hundredths of tokens of so many sixtieths. */
const hundredthsOf = (units: number) => Math.round((units * 100) / 60);

/** Hundredths of tokens in a receipt: "1,240", "1.33", "−0.33"; in Spanish "1.240", "1,33". */
export function hundredthsText(hundredths: number, language: Language): string {
  const [thousands, decimal] = language === "es" ? [".", ","] : [",", "."];
  const size = Math.abs(hundredths);
  const whole = String(Math.floor(size / 100)).replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  const rest = size % 100 === 0 ? "" : `${decimal}${String(size % 100).padStart(2, "0")}`;
  return `${hundredths < 0 ? "−" : ""}${whole}${rest}`;
}
