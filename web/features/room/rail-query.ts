import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ModelCard } from "#contract/catalog.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useRealtimeEvent } from "#web/lib/realtime/RealtimeProvider.tsx";

function railQuery(gender: number) {
  return queryOptions<readonly ModelCard[]>({
    queryKey: ["rooms", "rail", gender],
    async queryFn() {
      const answer = await browserApi.call("GET /api/video-chat-rooms", { query: { gender } });
      if (answer.status !== 200) throw new Error(answer.body.message);
      return answer.body.data;
    },
  });
}

/** The rooms beside this one, in the order of the home page, kept fresh by live events. */
export function useRailRooms(gender: number) {
  const client = useQueryClient();
  const { queryKey } = railQuery(gender);
  const change = (slug: string, fields: Partial<ModelCard>) =>
    client.setQueryData(queryKey, (cards) =>
      cards?.map((card) => (card.login === slug ? { ...card, ...fields } : card)),
    );
  useRealtimeEvent("FanJoinedRoomEvent", ({ slug, watchers }) => change(slug, { watchers }));
  useRealtimeEvent("FanLeftRoomEvent", ({ slug, watchers }) => change(slug, { watchers }));
  useRealtimeEvent("StreamStopped", ({ slug }) => change(slug, { isStream: false, watchers: 0 }));
  useRealtimeEvent("StreamBegan", ({ gender_id }) => {
    if (gender_id === gender) void client.invalidateQueries({ queryKey });
  });
  return useQuery(railQuery(gender));
}
