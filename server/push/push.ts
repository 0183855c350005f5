/**
 * Messages to browsers in which no page is open (Web Push): the devices of sessions, the encryption, the proof of the
 * sender, and the delivery.
 */

import type { Identity } from "#server/identity/identity.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Database, Reader, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ExportArea } from "#server/kit/export/area.ts";
import type { Logger } from "#server/kit/log.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { createDeliver, type PushOutcome, type PushTerms } from "./deliver.ts";
import { areUsable, type DeviceKeys } from "./encrypt.ts";
import { isEndpoint } from "./endpoint.ts";
import {
  type Device,
  deleteDevices,
  deviceById,
  deviceOfSession,
  devicesOf,
  saveDevice,
} from "./store/devices-store.ts";
import { createVapid } from "./vapid.ts";

type PushNeeds = {
  db: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<Identity, "userOfSession">;
  /** The private key that browsers' subscriptions are bound to: base64url, 32 bytes. */
  vapidKey: string;
  /** Where a push service may complain: `mailto:` or `https:`. */
  contact: string;
  /** Origins beside those of public hosts that a push endpoint may have. */
  allowedOrigins: readonly string[];
};

export type { PushTerms } from "./deliver.ts";
export type { Device } from "./store/devices-store.ts";

/** A message that a browser shows; `url` is a path of ours, `tag` replaces an earlier message under the same one. */
export type PushMessage = { title: string; body: string; url: string; tag: string; lang: string };

type Session = { fanId: number; tokenId: string };

/** Messages to browsers that no page of ours is open in (Web Push: RFC 8030, 8291, 8292). */
export type Push = {
  /** The key that browsers subscribe with. */
  publicKey: string;
  /** Notifies a session's browser from now on, at the address that it gives. */
  save(
    session: Session,
    subscription: DeviceKeys & { endpoint: string; details: boolean },
  ): Promise<Result<object, "push_refused">>;
  /** Whether a session's browser is notified, and with details. */
  ofSession(tokenId: string): Promise<Pick<Device, "endpoint" | "details"> | null>;
  /** Stops notifying a session's browser; harmless when it is not notified. */
  remove(tokenId: string): Promise<void>;
  /** The devices of these fans. */
  devicesOf(reader: Reader, fanIds: readonly number[]): Promise<Pick<Device, "id" | "fan_id">[]>;
  /** A device whose session is alive; one whose session has ended is forgotten by asking. */
  live(id: number): Promise<Device | null>;
  /** Sends a message; an address that its push service no longer knows is forgotten. */
  send(device: Device, message: PushMessage, terms: PushTerms): Promise<PushOutcome>;
  exportAreas(user: { id: number; role: string }): ExportArea[];
  /** Forgets a user's devices. */
  forget(tx: Tx, user: { id: number }): Promise<void>;
  /** Forgets the devices of sessions that must have ended. */
  trim(): Promise<void>;
};

/** No session lasts longer. */
const deviceDaysMax = 2;

/** Makes the push module. */
export function createPush(needs: PushNeeds): Push {
  const { db, clock, log, allowedOrigins } = needs;
  const vapid = createVapid(needs.vapidKey, needs.contact, clock);
  const deliver = createDeliver({ vapid, clock, allowedOrigins });
  const forget = (which: Parameters<typeof deleteDevices>[1]) =>
    inTransaction(db, (tx) => deleteDevices(tx, which));
  return {
    publicKey: vapid.publicKey,
    async save({ fanId, tokenId }, { endpoint, p256dh, auth, details }) {
      if (!isEndpoint(endpoint, allowedOrigins) || !areUsable({ p256dh, auth }))
        return refuse("push_refused");
      const device = { fan_id: fanId, token_id: tokenId, endpoint, p256dh, auth, details };
      await inTransaction(db, (tx) => saveDevice(tx, { ...device, added_at: clock.now() }));
      return ok({});
    },
    ofSession: async (tokenId) => (await deviceOfSession(db, tokenId)) ?? null,
    remove: (tokenId) => forget({ tokenId }),
    devicesOf,
    async live(id) {
      const device = await deviceById(db, id);
      if (!device) return null;
      const user = await needs.sessions.userOfSession(device.token_id);
      if (user?.userId === device.fan_id) return device;
      await forget({ id });
      return null;
    },
    async send(device, message, terms) {
      const outcome = await deliver(device, JSON.stringify(message), terms);
      if (outcome === "gone") await forget({ id: device.id });
      if (outcome === "refused")
        log.warn({ service: new URL(device.endpoint).origin }, "a push service refused a message");
      return outcome;
    },
    exportAreas: ({ id, role }) => (role === "fan" ? [exportArea(needs, id)] : []),
    forget: (tx, { id }) => deleteDevices(tx, { fanId: id }),
    trim: () => forget({ addedBefore: new Date(clock.now().getTime() - deviceDaysMax * 86_400_000) }),
  };
}

/** Only the push service of an address is exported: the rest lets anybody who has it write to the browser. */
function exportArea({ db }: Pick<PushNeeds, "db">, fanId: number): ExportArea {
  return {
    name: "push-devices",
    async rows() {
      const devices = await devicesOf(db, [fanId]);
      return devices.map(({ endpoint, details, added_at }) => ({
        push_service: new URL(endpoint).origin,
        details,
        added_at,
      }));
    },
  };
}
