import { useEffect, useRef, useState } from "react";
import type { RoomLine } from "#contract/live.ts";
import { browserApi } from "#web/lib/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import {
  useConnection,
  useRealtimeEvent,
  useRealtimeNotice,
  useTopic,
} from "#web/lib/realtime/use-realtime.tsx";
import { type ChatAuthor, type ChatSession, createChatSession } from "./chat-session.ts";
import { sendLine } from "./send-line.ts";

export type ChatWishes = {
  slug: string;
  me: ChatAuthor;
  history: readonly RoomLine[];
  /** The history is a moment old, so what was said since is fetched. */
  behind?: boolean | undefined;
  /** Loads the last lines again after some were missed. */
  loadHistory(): Promise<readonly RoomLine[] | null>;
  /** Told every line that arrives while the chat is open. */
  onLine?(line: RoomLine): void;
};

/** The chat of one room, joined to its live topic. One session for the life of the component: key it by room. */
export function useChat({ slug, me, history, behind = false, loadHistory, onLine }: ChatWishes): ChatSession {
  const [chat] = useState(() =>
    createChatSession({
      me,
      history,
      loadHistory,
      send: (body, id) => sendLine(browserApi, slug, body, id),
      newId: () => crypto.randomUUID(),
      clock: browserClock,
    }),
  );
  const topic = `room:${slug}` as const;
  useTopic(topic);
  useRealtimeEvent("RoomMessage", (event, origin) => {
    if (origin.topic !== topic) return;
    const line = { ...event, id: Number(event.id) };
    chat.receive(line);
    onLine?.(line);
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && notice.topic === topic) void chat.reload();
  });
  useCatchUp(chat, behind);
  useEffect(() => chat.dispose, [chat]);
  return chat;
}

/** What was said between the loading of the history and the opening of the live line is fetched once. */
function useCatchUp(chat: ChatSession, old: boolean) {
  const { phase } = useConnection();
  const behind = useRef(old || phase !== "open");
  useEffect(() => {
    if (phase !== "open" || !behind.current) return;
    behind.current = false;
    void chat.reload();
  }, [phase, chat]);
}
