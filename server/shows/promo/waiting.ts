import type { Topic } from "#contract/realtime.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MembershipChange, Subject } from "#server/realtime/realtime.ts";
import type { ShowsNeeds } from "../needs.ts";
import { linkById } from "../store/promo-links-store.ts";

/** The people who have the page of a promo open; known by the promo's topic. */
export type Waiting = {
  /** May this socket join the promo's topic? Only its fan's. */
  mayWait(subject: Subject, topic: Topic): Promise<Result<object, "forbidden">>;
  /** Follows who comes into topics and leaves them. */
  follow(change: MembershipChange): void;
  isHere(linkId: number, fanId: number): boolean;
};

/** Makes the {@link Waiting} of this process. */
export function createWaiting({ catalog, db, log, owner, realtime }: ShowsNeeds): Waiting {
  const here = new Map<number, number>();
  const publish = async (linkId: number) => {
    const link = await linkById(db, linkId);
    if (link) realtime.publish(`person:${link.model_id}`, "PromosChanged", {});
  };
  return {
    async mayWait({ userId }, topic) {
      // Before anything is read: guests cost nothing to make, and a promo's topic is for none of them.
      if (userId === null) return refuse("forbidden");
      const link = await linkById(db, linkOf(topic));
      if (!link || link.fan_id !== userId) return refuse("forbidden");
      const model = await catalog.model(db, link.model_id, userId);
      return model?.banned || model?.blocked ? refuse("forbidden") : ok({});
    },
    follow({ topic, subject, joined }) {
      if (!topic.startsWith("promo:") || subject.userId === null) return;
      const id = linkOf(topic);
      if (joined) here.set(id, subject.userId);
      else here.delete(id);
      // Every node follows, so that each can take over; one publishes.
      if (!owner.isMine()) return;
      publish(id).catch((err) => log.error({ err, id }, "a model was not notified who waits"));
    },
    isHere: (linkId, fanId) => here.get(linkId) === fanId,
  };
}

const linkOf = (topic: Topic) => Number(topic.slice("promo:".length));
