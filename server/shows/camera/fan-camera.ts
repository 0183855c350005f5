import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { MediaEndpoint, PlaybackEndpoint } from "#server/media/media.ts";
import type { AdmissionRefusal } from "#server/rooms/rooms.ts";
import type { ShowsNeeds } from "../needs.ts";
import {
  openParticipantOfFan,
  openParticipants,
  type ParticipantRow,
  participantById,
} from "../store/participants-store.ts";

const prefix = "camera:";
/** The media engine's room of the camera of a show's fan; no model's slug has a colon. */
const cameraRoom = (showId: number) => `${prefix}${showId}`;

/** The show whose camera a room of the media engine is; null for the room of a model. */
function showOfCamera(room: string): number | null {
  const id = /^camera:(\d{1,15})$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
}

/** Is this room of the media engine a fan's camera? */
export const isCameraRoom = (room: string) => room.startsWith(prefix);

/**
 * The cameras that fans show their models: each in a room of its own in the media engine, which the fan of that show
 * alone may publish to and its model alone may watch.
 */
export type FanCameras = ReturnType<typeof fanCameras>;

/** Makes the calls of {@link FanCameras}. */
export function fanCameras(needs: ShowsNeeds) {
  const { db, media, realtime, rooms } = needs;
  /** The rooms whose cameras send. */
  const sending = new Set<string>();

  /** Once resolved, not one packet goes either way. */
  async function cut(row: Pick<ParticipantRow, "id">): Promise<void> {
    await Promise.all([media.endViewers(cameraRoom(row.id)), media.endPublisher(cameraRoom(row.id))]);
  }
  async function publishCamera(room: string, on: boolean): Promise<void> {
    const row = await participantById(db, showOfCamera(room) ?? 0);
    if (!row) return;
    const event = { model_id: row.model_id, slug: row.slug, show_id: row.id, on };
    for (const person of [row.model_id, row.fan_id])
      realtime.publish(`person:${person}`, "ShowCameraChanged", event);
  }

  return {
    ...cameraAccess(needs),
    /** Where a fan sends their camera; nothing is sent yet. */
    async open(
      fanId: number,
      origin: string,
    ): Promise<Result<{ endpoint: MediaEndpoint<"whip"> }, AdmissionRefusal>> {
      const row = await openParticipantOfFan(db, fanId);
      if (!row) return refuse("no_show");
      const admitted = await mayShow(needs, row);
      if (!admitted.ok) return admitted;
      const room = cameraRoom(row.id);
      const claims = { fan: fanId, room, mode: row.mode, audience: admitted.room.audience_version };
      return ok({ endpoint: await media.publish(claims, origin) });
    },
    /** Where a model watches the camera of their show's fan; null while none is sent. */
    async view(modelId: number, origin: string): Promise<({ show_id: number } & PlaybackEndpoint) | null> {
      const admitted = await rooms.admit({ userId: modelId, role: "model" }, "see_camera", modelId);
      if (!admitted.ok) return null;
      const payer = (await openParticipants(db, modelId)).find(({ role }) => role === "payer");
      const room = payer && cameraRoom(payer.id);
      if (!payer || !room || !sending.has(room)) return null;
      const claims = { fan: modelId, room, mode: "camera", audience: admitted.room.audience_version };
      return { show_id: payer.id, ...(await media.play(claims, origin)) };
    },
    cut,
    /** Cuts the camera that a fan sends, in whatever show. */
    async cutOfFan(fanId: number): Promise<void> {
      const row = await openParticipantOfFan(db, fanId);
      if (row) await cut(row);
    },
    /** Cuts the camera that comes to a model, in whatever show. */
    async cutOfModel(modelId: number): Promise<void> {
      await Promise.all((await openParticipants(db, modelId)).map(cut));
    },
    /** The media engine reports that a camera came on, or is off: both people of its show are notified. */
    async turned(room: string, on: boolean): Promise<void> {
      if (on) sending.add(room);
      else if (!sending.delete(room)) return;
      await publishCamera(room, on);
    },
    /** The rooms whose cameras send now. */
    rooms: () => [...sending],
    /** Leaves the cameras to another node. */
    leave: () => sending.clear(),
    /** The cameras sent to another node before this one are unknown: those who see one are notified that it is off. */
    async takeOver(slugs: readonly string[]): Promise<void> {
      for (const slug of slugs) {
        const room = await rooms.room(slug);
        const shows = room ? await openParticipants(db, room.model_id) : [];
        for (const { id, role } of shows) if (role === "payer") await publishCamera(cameraRoom(id), false);
      }
    },
  };
}

/** Decides who may publish to a camera's room, and who may watch it, at each new connection. */
function cameraAccess(needs: Pick<ShowsNeeds, "db" | "rooms">) {
  const { db, rooms } = needs;
  return {
    /** May this fan publish to that camera's room now? */
    async mayPublish(fanId: number, room: string): Promise<boolean> {
      const showId = showOfCamera(room) ?? 0;
      const show = await participantById(db, showId);
      if (show?.fan_id !== fanId) return false;
      // A question during the end of the show waits for it, and is answered by the state afterwards.
      await rooms.settled(show.slug);
      const row = await participantById(db, showId);
      return row?.ended_at === null && (await mayShow(needs, row)).ok;
    },
    /** May this model watch that camera's room now? */
    async mayWatch(modelId: number, room: string): Promise<boolean> {
      const row = await participantById(db, showOfCamera(room) ?? 0);
      if (row?.model_id !== modelId || row.ended_at !== null) return false;
      return (await rooms.admit({ userId: modelId, role: "model" }, "see_camera", modelId)).ok;
    },
  };
}

const mayShow = ({ rooms }: Pick<ShowsNeeds, "rooms">, row: ParticipantRow) =>
  rooms.admit({ userId: row.fan_id, role: "fan" }, "send_camera", row.model_id);
