import type { ShowRequest, StudioRequest, WaitingShow } from "#contract/paid-shows.ts";
import type { ShowKeeper } from "../meter/keep-shows.ts";
import type { ShowsNeeds } from "../needs.ts";
import { participantById } from "../store/participants-store.ts";
import {
  knownFans,
  requestsOfFan,
  requestsToModel,
  type ShowRequestRow,
} from "../store/show-requests-store.ts";

/** A request as its fan sees it: one that nobody answered in time has expired, noticed or not. */
export function viewRequest(needs: ShowsNeeds, keeper: Pick<ShowKeeper, "stateOf">) {
  return async (row: ShowRequestRow): Promise<ShowRequest> => {
    const expired = row.state === "asked" && row.expires_at <= needs.clock.now();
    const participant = row.participant_id && (await participantById(needs.db, row.participant_id));
    return {
      id: row.id,
      state: expired ? "expired" : row.state,
      ...(row.reason ? { reason: row.reason } : {}),
      ...(participant ? { show: await keeper.stateOf(participant) } : {}),
    };
  };
}

/** The requests that wait for a model's answer. */
export function listRequests({ db, clock, accounts }: ShowsNeeds) {
  return async (modelId: number): Promise<StudioRequest[]> => {
    const rows = await requestsToModel(db, modelId, clock.now());
    const known = await knownFans(
      db,
      modelId,
      rows.map(({ fan_id }) => fan_id),
    );
    const shown = rows.map(async (row) => {
      const fan = await accounts.byId(db, row.fan_id);
      return fan ? [presentRequest(row, fan, known.has(row.fan_id))] : [];
    });
    return (await Promise.all(shown)).flat();
  };
}

type Fan = { id: number; login: string; language: "en" | "es" };

/** A request as its model sees it. */
export const presentRequest = (
  row: ShowRequestRow,
  { id, login, language }: Fan,
  known: boolean,
): StudioRequest => ({
  id: row.id,
  fan: { id, login, language },
  mode: row.mode,
  rate: row.rate,
  two_way: row.two_way,
  expires_at: row.expires_at.toISOString(),
  known,
});

/** A fan's requests and invitations that wait for their answer. */
export function listWaiting({ db, clock, catalog }: ShowsNeeds) {
  return async (fanId: number): Promise<WaitingShow[]> => {
    const rows = await requestsOfFan(db, fanId, clock.now());
    const shown = rows.map(
      async ({ id, asked_by, model_id, mode, rate, minimum, spies_allowed, expires_at }) => {
        const model = await catalog.model(db, model_id, fanId);
        const price = { mode, rate, minimum, spies_allowed };
        const ends = expires_at.toISOString();
        return model ? [{ id, asked_by, model_id, slug: model.login, ...price, expires_at: ends }] : [];
      },
    );
    return (await Promise.all(shown)).flat();
  };
}
