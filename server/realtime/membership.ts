import type { Topic } from "#contract/realtime.ts";
import type { Connection, Subject } from "./connection.ts";

/** One user joined a topic with their first page, or left it with their last. */
export type MembershipChange = { topic: Topic; subject: Subject; joined: boolean; members: number };
export type MembershipListener = (change: MembershipChange) => void;

/** Who is in which topic, counted by user and not by page. */
export type Membership = {
  enter(topic: Topic, connection: Connection): void;
  leave(topic: Topic, connection: Connection): void;
  /** Distinct users in the topic; a guest counts once per page. */
  count(topic: Topic): number;
  onChange(listener: MembershipListener): () => void;
};

/** Creates an empty {@link Membership}; what a listener throws goes to `report`, so that delivery goes on. */
export function createMembership(report: (error: unknown) => void): Membership {
  const pagesOf = new Map<Topic, Map<string, number>>();
  const listeners = new Set<MembershipListener>();

  function notify(change: MembershipChange): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        report(error);
      }
    }
  }

  const count = (topic: Topic) => pagesOf.get(topic)?.size ?? 0;

  return {
    enter(topic, { subject, subjectKey }) {
      const pages = pagesOf.get(topic) ?? new Map<string, number>();
      pagesOf.set(topic, pages);
      const before = pages.get(subjectKey) ?? 0;
      pages.set(subjectKey, before + 1);
      if (before === 0) notify({ topic, subject, joined: true, members: pages.size });
    },
    leave(topic, { subject, subjectKey }) {
      const pages = pagesOf.get(topic);
      const left = (pages?.get(subjectKey) ?? 0) - 1;
      if (!pages || left < 0) return;
      if (left > 0) {
        pages.set(subjectKey, left);
        return;
      }
      pages.delete(subjectKey);
      if (pages.size === 0) pagesOf.delete(topic);
      notify({ topic, subject, joined: false, members: pages.size });
    },
    count,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
