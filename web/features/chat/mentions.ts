import type { ChatLine } from "./chat-line.ts";

/** A stretch of a message: plain words, or `@name` with the name it names. */
export type MessagePart = { text: string; name: string | null };

// A name behind an @ that stands on its own, so that an email address names nobody. Beside logins, which have none,
// some writers of the lines have `_` in their names.
const mention = /(?<![\p{L}\p{N}@._%+-])@([a-zA-Z0-9_]{3,30})(?![\p{L}\p{N}_])/gu;

/** Cuts a message into its words and the names in it; joined, the texts are the message again. */
export function messageParts(body: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: text, 1: name = "", index } of body.matchAll(mention)) {
    if (index > end) parts.push({ text: body.slice(end, index), name: null });
    parts.push({ text, name });
    end = index + text.length;
  }
  if (end < body.length) parts.push({ text: body.slice(end), name: null });
  return parts;
}

/** No two logins differ by case alone, so `@Nico` names nico. A person without a name is named by nothing. */
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

/** Somebody who can be named: by `name`, and shown with the stage name where there is one. */
export type Nameable = { name: string; stageName: string | null };

const wholeName = /^[a-zA-Z0-9_]{3,30}$/;

/**
 * The people who wrote here and can be named, the latest first, each once. A model is named by the login of their
 * room.
 */
export function nameable(lines: readonly ChatLine[], slug: string): Nameable[] {
  const found = new Map<string, Nameable>();
  for (const { line, mine } of [...lines].reverse()) {
    const { role, name: written } = line.author;
    const name = role === "model" ? slug : written;
    if (mine || !wholeName.test(name) || found.has(name.toLowerCase())) continue;
    found.set(name.toLowerCase(), { name, stageName: role === "model" ? written : null });
  }
  return [...found.values()];
}

/** A name that is being typed: where its @ stands, and what follows it up to the caret. */
export type TypedName = { at: number; typed: string };

const typedMention = /(?<![\p{L}\p{N}@._%+-])@([a-zA-Z0-9_]{1,30})$/u;

/** The name that ends at the caret; null when none does. */
export function typedName(draft: string, caret: number): TypedName | null {
  const found = typedMention.exec(draft.slice(0, caret));
  return found?.[1] === undefined ? null : { at: found.index, typed: found[1] };
}

const offeredMax = 5;

/**
 * The people who may be meant by the typed text so far: those whose name or stage name begins so. Nobody once a name
 * is complete.
 */
export function meant(people: readonly Nameable[], typed: string): Nameable[] {
  const begins = (text: string) => text.toLowerCase().startsWith(typed.toLowerCase());
  if (people.some(({ name }) => isSameName(name, typed))) return [];
  return people
    .filter(({ name, stageName }) => begins(name) || (stageName !== null && begins(stageName)))
    .slice(0, offeredMax);
}

/** The draft with the typed name completed, and where the caret stands then. */
export function completed(draft: string, { at, typed }: TypedName, name: string) {
  const before = `${draft.slice(0, at)}@${name} `;
  return { draft: before + draft.slice(at + 1 + typed.length).trimStart(), caret: before.length };
}
