import { useEffect, useState } from "react";
import type { RoomMessage } from "#contract/live.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock } from "#web/lib/clock.ts";
import { randomId } from "#web/lib/platform/random-id.ts";
import { useRealtimeEvent, useRealtimeNotice } from "#web/lib/realtime/RealtimeProvider.tsx";
import { type ChatSession, createChatSession, sendMessage } from "./chat-session.ts";
import type { ChatAuthor } from "./chat-state.ts";

export type ChatOptions = {
  slug: string;
  me: ChatAuthor;
  history: readonly RoomMessage[];
  /** The seconds between two messages of one's own; 0 or absent: as often as anywhere. */
  slowSeconds?: number;
  /** Loads the last lines again after some were missed. */
  loadHistory(): Promise<readonly RoomMessage[] | null>;
  /** Called with every line that arrives while the chat is open. */
  onLine?(line: RoomMessage): void;
};

/** The chat of one room, whose live topic the page has joined from where the history ends. One session for the life of the component: key it by room. */
export function useChat({
  slug,
  me,
  history,
  slowSeconds = 0,
  loadHistory,
  onLine,
}: ChatOptions): ChatSession {
  const [chat] = useState(() =>
    createChatSession({
      me,
      history,
      loadHistory,
      send: (body, id) => sendMessage(browserApi, slug, body, id),
      newId: randomId,
      clock: browserClock,
    }),
  );
  const topic = `room:${slug}` as const;
  useRealtimeEvent("RoomMessage", (event, origin) => {
    if (origin.topic !== topic) return;
    const line = { ...event, id: Number(event.id) };
    chat.receive(line);
    onLine?.(line);
  });
  useRealtimeEvent("RoomMessageRemoved", ({ id }, origin) => {
    if (origin.topic === topic) chat.remove(Number(id));
  });
  useRealtimeNotice((notice) => {
    if (notice.kind === "gap" && notice.topic === topic) void chat.reload();
  });
  useEffect(() => chat.setPace(slowSeconds), [chat, slowSeconds]);
  useEffect(() => chat.dispose, [chat]);
  return chat;
}
