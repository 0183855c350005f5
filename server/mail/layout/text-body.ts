import { type Letter, layoutWords } from "./letter.ts";

/** The mail for whoever reads plain text. */
export function textBody({ language, paragraphs, action, footnote, off }: Letter): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  const small = [...(footnote ? [footnote] : []), ...(off ? [`${off.label}:\n${off.url}`] : [])];
  return `${[...paragraphs, ...link, ...small, `-- \n${layoutWords[language].sentBy}`].join("\n\n")}\n`;
}
