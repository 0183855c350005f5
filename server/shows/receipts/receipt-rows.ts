import type { Language } from "#contract/common.ts";
import type { ShowReceipt } from "#contract/paid-shows.ts";
import { hundredthsText, type ReceiptLine, receiptLines } from "#contract/receipt-lines.ts";
import en from "#locales/paid-show.en.json" with { type: "json" };
import es from "#locales/paid-show.es.json" with { type: "json" };
import { counted, fill, grouped } from "#server/kit/texts.ts";

const texts = { en, es } as const;

/** How the total of a show's receipt comes about, in the words of its page: "90 seconds at 40 tokens a minute", "60 tokens". */
export function receiptRows(receipt: ShowReceipt, language: Language): { what: string; amount: string }[] {
  return receiptLines(receipt).map((line) => ({
    what: lineText(line, language),
    amount: line.kind === "unknown" ? "" : tokensText("hundredths" in line ? line.hundredths : 0, language),
  }));
}

function lineText(line: ReceiptLine, language: Language): string {
  const t = texts[language];
  if (!("seconds" in line)) return t[`receipt_line_${line.kind}`];
  const amount = grouped(line.seconds, language);
  const text = counted(t[`receipt_line_${line.kind}`], line.seconds);
  if (line.kind !== "step") return fill(text, { amount });
  const rate = fill(counted(t.show_rate, line.rate), { amount: grouped(line.rate, language) });
  return fill(text, { amount, rate });
}

function tokensText(hundredths: number, language: Language): string {
  return `${hundredthsText(hundredths, language)} ${Math.abs(hundredths) === 100 ? "token" : "tokens"}`;
}
