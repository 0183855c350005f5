import type { Topic } from "#contract/realtime.ts";
import { refuse } from "#server/kit/result.ts";
import type { Subject } from "#server/realtime/realtime.ts";
import type { Modules } from "./needs.ts";

/** May this socket join a topic? The module asks itself that the topic is of; whatever nobody knows is refused. */
export function mayJoin(
  { content, rooms, shows }: Pick<Modules, "content" | "rooms" | "shows">,
  subject: Subject,
  topic: Topic,
) {
  if (topic.startsWith("promo:")) return shows.promos.waiting.mayWait(subject, topic);
  if (!topic.startsWith("post:")) return rooms.mayJoin(subject, topic);
  if (subject.userId === null) return Promise.resolve(refuse("forbidden" as const));
  const { userId, role } = subject;
  return content.comments.mayFollow({ userId, role }, Number(topic.slice("post:".length)));
}
