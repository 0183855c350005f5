import { type Letter, layoutWords } from "./letter.ts";

/** The mail for whoever reads plain text. */
export function textBody({ language, paragraphs, action, footnote }: Letter): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const small = footnote ? [footnote] : [];
  return `${[...paragraphs, ...link, ...small, `-- \n${layoutWords[language].sentBy}`].join("\n\n")}\n`;
}
