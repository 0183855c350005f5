import type { Topic } from "#contract/realtime.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { Subject } from "#server/realtime/realtime.ts";
import { admit } from "./admit.ts";
import type { RoomsNeeds } from "./needs.ts";
import type { createPromos } from "./promo/promos.ts";

export type JoinRefusal = "forbidden" | "not_found";

type Waiting = Pick<ReturnType<typeof createPromos>["waiting"], "mayWait">;

/** Who may join a topic: of a room those who may listen in it, of a promo those who may wait for it. */
export function mayJoin(needs: RoomsNeeds, waiting: Waiting) {
  return async (subject: Subject, topic: Topic): Promise<Result<{ audience?: number }, JoinRefusal>> => {
    if (topic.startsWith("promo:"))
      return (await waiting.mayWait(subject, topic)) ? ok({}) : refuse("forbidden");
    if (!topic.startsWith("room:") || subject.userId === null) return refuse("forbidden");
    const { userId, role } = subject;
    const slug = topic.slice("room:".length);
    const admitted = await admit(needs.db, needs, { userId, role }, "listen", slug);
    if (!admitted.ok) return refuse(admitted.refusal === "hidden" ? "not_found" : "forbidden");
    // A topic is told by its exact name: another spelling would be another, silent topic.
    const { room } = admitted;
    return room.slug === slug ? ok({ audience: room.audience_version }) : refuse("not_found");
  };
}
