import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoomMessage } from "#contract/live.ts";
import type { Studio } from "#contract/studio.ts";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { withLine } from "./studio-state.ts";

export type StudioView = {
  studio: Studio;
  /** The room's lines, the ones that arrived since included. */
  lines: readonly RoomMessage[];
  keepLine(line: RoomMessage): void;
};

/** The model's own room, kept fresh by live events; `entered`: as it was when the page was opened. */
export function useStudio(entered: Studio): StudioView {
  const studio = useQuery(studioQuery).data ?? entered;
  const [lines, setLines] = useState<readonly RoomMessage[]>(entered.chat.history);
  // Where the lines on show end: what is asked for later changes no line.
  useTopic(`room:${studio.model.login}`, [entered.live_from.room]);
  return { studio, lines, keepLine: (line) => setLines((now) => withLine(now, line)) };
}
