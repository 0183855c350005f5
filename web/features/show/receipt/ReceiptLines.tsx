import type { ShowReceipt } from "#contract/paid-shows.ts";
import { hundredthsText, type ReceiptLine, receiptLines } from "#contract/receipt-lines.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";

/** How the total comes about: free seconds, the charged ones of each price, what is rounded, raised or left out. */
export function ReceiptLines({ receipt }: { receipt: ShowReceipt }) {
  const language = useLocale();
  const lines = receiptLines(receipt);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="receipt-lines" className="mt-5">
      <h2 id="receipt-lines" className="text-16!">
        {m.receipt_lines()}
      </h2>
      <ul className="mt-1 grid gap-1 text-text-2 tabular-nums">
        {lines.map((line) => (
          <li key={keyOf(line)} className="flex flex-wrap justify-between gap-x-4">
            <span>{lineText(line)}</span>
            {line.kind !== "unknown" && (
              <span className="ml-auto">{amountOf("hundredths" in line ? line.hundredths : 0)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

  function amountOf(hundredths: number): string {
    return m.content_tokens({ count: hundredths / 100, amount: hundredthsText(hundredths, language) });
  }
}

const keyOf = (line: ReceiptLine) => (line.kind === "step" ? `${line.from} ${line.rate}` : line.kind);

function lineText(line: ReceiptLine): string {
  switch (line.kind) {
    case "rounding":
      return m.receipt_line_rounding();
    case "minimum":
      return m.receipt_line_minimum();
    case "waived":
      return m.receipt_line_waived();
    default:
      return secondsText(line);
  }
}

function secondsText(line: Extract<ReceiptLine, { seconds: number }>): string {
  const seconds = { count: line.seconds, amount: tokens(line.seconds) };
  if (line.kind === "free") return m.receipt_line_free(seconds);
  if (line.kind !== "step") return m.receipt_line_unknown(seconds);
  const { rate } = line;
  return m.receipt_line_step({ ...seconds, rate: m.show_rate({ count: rate, amount: tokens(rate) }) });
}
