import { localStore } from "#web/lib/platform/storage.ts";
const storageKey = "await_public";
const keptMax = 20;

type Awaited = { slug: string; name: string };

function read(): Awaited[] {
  try {
    return JSON.parse(localStore.getItem(storageKey) ?? "[]") as Awaited[];
  } catch {
    return [];
  }
}

/** Whether this browser shall say when the model is public again. */
export function awaitsPublic(slug: string): boolean {
  return read().some((each) => each.slug === slug);
}

/** Remembers, or forgets, to say so; once it has been said it is forgotten. */
export function setAwaitsPublic(model: Awaited, wanted: boolean): void {
  const others = read().filter(({ slug }) => slug !== model.slug);
  localStore.setItem(storageKey, JSON.stringify(wanted ? [...others, model].slice(-keptMax) : others));
}

/** The name of a model whom this browser waits for, who is forgotten by asking; null for all others. */
export function takeAwaited(slug: string): string | null {
  const found = read().find((each) => each.slug === slug);
  if (!found) return null;
  setAwaitsPublic(found, false);
  return found.name;
}
