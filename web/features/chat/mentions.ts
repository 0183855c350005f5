/** A stretch of a message: plain words, or `@name` with the name it names. */
export type MessagePart = { text: string; name: string | null };

// A name behind an @ that stands on its own, so that an email address names nobody. Beside logins, which have none,
// some writers of the lines have `_` in their names.
const MENTION = /(?<![\p{L}\p{N}@._%+-])@([a-zA-Z0-9_]{3,30})(?![\p{L}\p{N}_])/gu;

/** Cuts a message into its words and the names in it; joined, the texts are the message again. */
export function messageParts(body: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: text, 1: name = "", index } of body.matchAll(MENTION)) {
    if (index > end) parts.push({ text: body.slice(end, index), name: null });
    parts.push({ text, name });
    end = index + text.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end), name: null });
  return parts;
}

/** No two logins differ by case alone, so `@Nico` names nico. Who has no name is named by nothing. */
export function isSameName(name: string | null, other: string): boolean {
  return name !== null && other !== "" && name.toLowerCase() === other.toLowerCase();
}

/** Does the message name this login? */
export function names(body: string, login: string): boolean {
  return messageParts(body).some(({ name }) => isSameName(name, login));
}

/** The draft with `@name ` at its end; one that ends so already stays as it is. */
export function withMention(draft: string, name: string): string {
  const before = draft.trimEnd();
  const last = messageParts(before).at(-1);
  if (last && isSameName(last.name, name)) return `${before} `;
  return before === "" ? `@${name} ` : `${before} @${name} `;
}
