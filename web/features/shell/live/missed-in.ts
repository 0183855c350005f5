import type { Topic } from "#contract/realtime.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

/**
 * The queries to read again when events of a topic were missed; `keepSubscriptionsLive`, `keepPromosLive` and
 * `keepStudioLive` do so themselves.
 */
export function missedIn(topic: Topic): readonly (readonly unknown[])[] {
  if (topic === "public" || topic === "presence") return [["rooms"], ["model"]];
  if (topic.startsWith("post:")) return [["content", "post", "item", Number(topic.slice("post:".length))]];
  if (!topic.startsWith("person:")) return [];
  return [profileQuery.queryKey, ["notifications"], ["show"]];
}
