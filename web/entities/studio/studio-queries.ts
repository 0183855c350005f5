import { queryOptions } from "@tanstack/react-query";
import type { Moderators } from "#contract/moderation.ts";
import type { CameraToSee } from "#contract/paid-shows.ts";
import type { StudioShows } from "#contract/shows.ts";
import type { RoomFan, Studio } from "#contract/studio.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Events bring most changes at once; asking also shows whether media arrives, and heals what was missed. */
const studioPeriodMs = 5_000;
/** Events bring the meter; who spies is nobody's event, so it is asked for while a show runs. */
const showPeriodMs = 5_000;

/** The model's own room. */
export const studioQuery = queryOptions<Studio>({
  queryKey: ["studio"],
  staleTime: 0,
  refetchInterval: studioPeriodMs,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio"));
  },
});

/** The model's show that runs, and the promo links. */
export const studioShowsQuery = queryOptions<StudioShows>({
  queryKey: ["studio", "shows"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.show ? showPeriodMs : false),
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/shows"));
  },
});

/** The fans in the room now. */
export const studioFansQuery = queryOptions<readonly RoomFan[]>({
  queryKey: ["studio", "fans"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/fans")).data;
  },
});

/** The moderators of the room, the muted fans, and the latest actions. */
export const moderatorsQuery = queryOptions<Moderators>({
  queryKey: ["studio", "moderators"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/moderators"));
  },
});

/** Where the camera of the show's fan is watched; null while they send none. */
export const showCameraQuery = queryOptions<CameraToSee["camera"]>({
  queryKey: ["studio", "show-camera"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/show-camera")).camera;
  },
});
