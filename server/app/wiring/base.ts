import { chatFile } from "#contract/field-bounds.ts";
import { createMailer } from "#server/email/email.ts";
import { createRealtime, type Realtime } from "#server/realtime/realtime.ts";
import { sharedRealtime } from "#server/realtime/redis/shared.ts";
import { createPrivateFiles, createUploads } from "#server/storage/storage.ts";
import { mayJoin } from "../join-topic.ts";
import type { Hooks, Modules, Published } from "../needs.ts";
import { forwardedAddress, originGate } from "../origin-gate.ts";
import type { Wiring } from "./wiring.ts";

export const makePrivateFiles = ({ files, config: { dataDir }, secret, clock, db }: Wiring) =>
  createPrivateFiles({ files, dataDir, secret, clock, db });

/** Files of chats and of the studio come by the same way, with the same bounds. */
const uploadLimits = {
  kinds: [chatFile.picture, chatFile.video],
  openMax: 20,
  openBytesMax: 2 * 1024 ** 3,
};

export const makeUploads = (
  { db, clock, limits: rates }: Wiring,
  { privateFiles }: Pick<Modules, "privateFiles">,
) => createUploads({ db, clock, files: privateFiles, limits: uploadLimits, rates });

export const makeMailer = ({ db, clock, log, config, transport }: Wiring) =>
  createMailer({
    db,
    clock,
    log,
    homeUrl: config.publicOrigin,
    transport,
    keptDays: config.keeping.mails,
  });

export function makeRealtime(wiring: Wiring) {
  const { secret, clock, config, log, random, redis, pressure, later, hooks } = wiring;
  const realtime = createRealtime({
    secret,
    clock,
    allowedOrigins: originGate(config),
    authorize: (subject, topic) => mayJoin(later(), subject, topic),
    ...(config.trustProxy > 0 ? { addressOf: forwardedAddress(config.trustProxy) } : {}),
    typing: ({ userId, role }, chatId) =>
      role === "admin" ? undefined : later().messaging.typing({ id: userId, role }, chatId),
    report: (error) => log.error({ err: error }, "a socket could not be served"),
    random,
    limits: { socketsPerAddressMax: config.connectionsPerAddress },
    isOverloaded: () => pressure.level() !== "none",
    ...(redis && {
      ...sharedRealtime(redis, wiring),
      liveTokens: (tokenIds) => later().identity.liveTokens(tokenIds),
    }),
  });
  const published = hooks?.published;
  return published ? overheard(realtime, published) : realtime;
}

/** Lets the demo world hear what goes out, after it is on its way. */
function overheard(realtime: Realtime, published: NonNullable<Hooks["published"]>): Realtime {
  return {
    ...realtime,
    publish(topic, name, data, audience) {
      realtime.publish(topic, name, data, audience);
      published({ topic, name, data } as Published);
    },
  };
}
