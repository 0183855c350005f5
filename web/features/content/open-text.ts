import type { ContentItem } from "#web/entities/content/content-item.ts";
import { m } from "#web/paraglide/messages.js";

/** Why an item is open to the viewer. */
export function openText({ access, model }: ContentItem): string {
  if (access === "subscription") return m.content_open_by_subscription({ name: model.artisticName });
  return access === "free" ? m.content_open_free() : m.content_yours();
}
