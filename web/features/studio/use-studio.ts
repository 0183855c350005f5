import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RoomLine } from "#contract/live.ts";
import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvents, useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import type { RealtimeEvent } from "#web/lib/realtime/realtime-client.ts";
import { withLine } from "./studio-state.ts";

/** Events tell most changes at once; asking also shows whether media arrives, and heals what was missed. */
const askPeriodMs = 5_000;

export const studioQuery = queryOptions<Studio>({
  queryKey: ["studio"],
  queryFn: fetchStudio,
  staleTime: 0,
  refetchInterval: askPeriodMs,
});

export type StudioView = {
  studio: Studio;
  /** The room's lines, the ones that arrived since included. */
  lines: readonly RoomLine[];
  keepLine(line: RoomLine): void;
};

/** The model's own room, kept fresh by live events. */
export function useStudio(initial: Studio): StudioView {
  const client = useQueryClient();
  const { data: studio } = useQuery({ ...studioQuery, initialData: initial });
  const [lines, setLines] = useState<readonly RoomLine[]>(initial.chat.history);
  const slug = studio.model.login;
  const patch = (change: Partial<Studio>) =>
    client.setQueryData(studioQuery.queryKey, (now) => now && { ...now, ...change });
  const ask = () => client.invalidateQueries({ queryKey: studioQuery.queryKey });

  // Where the lines on show end: what is asked for later changes no line.
  useTopic(`room:${slug}`, [initial.live_from.room]);
  useRealtimeEvents(studioEventNames, (event, { topic }) => {
    const change = topic === `room:${slug}` || ("slug" in event.data && event.data.slug === slug);
    if (!change) return;
    const after = studioAfter(event);
    if (after) patch(after);
    else void ask();
  });
  return {
    studio,
    lines,
    keepLine(line) {
      setLines((now) => withLine(now, line));
      // The sums of the night are the server's; a tip only says that they have changed.
      if (line.kind === "tip" || line.kind === "gift") void ask();
    },
  };
}

const studioEventNames = [
  "FanJoinedRoomEvent",
  "FanLeftRoomEvent",
  "ChatRoomStatusChanged",
  "StreamStopped",
  "RoomGoal",
  "RoomGoalRemoved",
  "RoomSlowMode",
] as const;

/** What an event about the room says of the studio; null when the studio has to be read again. */
function studioAfter({
  name,
  data,
}: RealtimeEvent<(typeof studioEventNames)[number]>): Partial<Studio> | null {
  switch (name) {
    case "FanJoinedRoomEvent":
    case "FanLeftRoomEvent":
      return { watchers: data.watchers };
    case "RoomGoal": {
      const { title_en, title_es, reached, target } = data;
      return { goal: { title: { en: title_en, es: title_es }, reached, target } };
    }
    case "RoomGoalRemoved":
      return { goal: null };
    case "RoomSlowMode":
      return data;
    default:
      return null;
  }
}

async function fetchStudio(): Promise<Studio> {
  const answer = await browserApi.call("GET /api/studio");
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body;
}
