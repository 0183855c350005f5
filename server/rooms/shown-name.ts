import { erasedSlug } from "./forget-person.ts";

/** Of a model: the name they had when somebody paid them, if any, and the name of their room now. */
type Named = { modelId: number; name: string | null; slug: string };

/**
 * The name of a model in statements and receipts of those who paid them: their artistic name, their room's where they have
 * none, and null once they are erased, whose room has no name that says anything.
 */
export function shownName({ modelId, name, slug }: Named): string | null {
  return name || (slug === erasedSlug(modelId) ? null : slug);
}
