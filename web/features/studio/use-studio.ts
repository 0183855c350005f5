import { useQuery } from "@tanstack/react-query";
import type { Studio } from "#contract/studio.ts";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";

/** The model's own room, kept fresh by live events; `entered`: as it was when the page was opened. */
export function useStudio(entered: Studio): Studio {
  const studio = useQuery(studioQuery).data ?? entered;
  // Where the lines on show end: what is asked for later changes no line.
  useTopic(`room:${studio.model.login}`, [entered.live_from.room]);
  return studio;
}
