import type { Topic } from "#contract/realtime.ts";
import type { Connection, Subject } from "./connection.ts";

/** One user joined a topic with their first page, or left it with their last. */
export type MembershipChange = {
  topic: Topic;
  subject: Subject;
  joined: boolean;
  members: number;
  /** The key of all pages of one user; each page of a guest has its own. */
  key: string;
};
export type MembershipListener = (change: MembershipChange) => void;

/** A page in a topic. Its `subjectKey` is the same for all pages of one user; each page of a guest has its own. */
export type Page = Pick<Connection, "subject" | "subjectKey">;

/** The people in each topic, on this node or on any, counted by user and not by page. */
export type Presence = {
  enter(topic: Topic, page: Page): void;
  leave(topic: Topic, page: Page): void;
  /** Distinct users in the topic; a guest counts once per page. */
  count(topic: Topic): number;
  /** Calls `listener` with each change, also with those on other nodes; what it throws affects nobody. */
  onChange(listener: MembershipListener): () => void;
  stop(): Promise<void>;
};

/** The {@link Presence} of a single process; what a listener throws goes to `report`. */
export function memoryPresence(report: (error: unknown) => void): Presence {
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
      if (before === 0) notify({ topic, subject, joined: true, members: pages.size, key: subjectKey });
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
      notify({ topic, subject, joined: false, members: pages.size, key: subjectKey });
    },
    count,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => {},
  };
}
