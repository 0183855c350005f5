import type { SpokenLine } from "#web/entities/message/SlowReader.tsx";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import type { ChatLine } from "./chat-line.ts";
import { authorName } from "./ChatLineView.tsx";
import { hasMutedWord } from "./muted-words.ts";

/** Whether a line is folded away for a muted word: what others say is, what they tip is not. */
export function isFolded({ mine, line }: ChatLine, muted: readonly string[]): boolean {
  return !mine && line.kind === "text" && hasMutedWord(muted, line.body);
}

/**
 * The lines to be read aloud: those of others, in the words that are shown, and nothing of those that are folded
 * away.
 */
export function spokenOf(lines: readonly ChatLine[], muted: readonly string[]): SpokenLine[] {
  return lines.flatMap((line) =>
    line.mine ? [] : { key: line.key, text: isFolded(line, muted) ? null : textOf(line) },
  );
}

function textOf(line: ChatLine): string {
  const { kind, body, tokens = 0, menu_item } = line.line;
  if (kind === "system") return body;
  const name = authorName(line);
  if (kind === "text") return `${name}: ${body}`;
  const parts = [m.chat_spoken_tip({ name, count: tokens }), menu_item && inLanguage(menu_item), body];
  return parts.filter(Boolean).join(", ");
}
