import { z } from "zod";
import { refuseAfterMsDefault } from "#server/kit/overload/pressure.ts";
import { setting } from "./setting.ts";

const count = z.coerce.number().int().min(1);

/** Playback sessions for which one process of the media engine, or LiveKit, is taken unless `PLAYBACK_MAX` is set. */
export const playbackOfWorker = 3_000;

/** The settings of how much one address, one fan, one room and the whole process may take. */
export const limitSettings = {
  CONNECTIONS_PER_ADDRESS: setting(
    {
      about:
        "Connections, event sockets among them, of one address; the next gets 429. Behind proxies: requests under way and sockets",
      example: "512",
    },
    z.coerce.number().int().min(16).default(256),
  ),
  REFUSE_AFTER_MS: setting(
    {
      about:
        "Delay of the event loop, in ms, from which new work gets 503. Raise it where slow answers are better than refusals",
      example: "1000",
    },
    z.coerce.number().int().min(100).max(10_000).default(refuseAfterMsDefault),
  ),
  PLAYBACK_PER_FAN: setting(
    {
      about: "Playback sessions of one fan; a newer one ends the oldest, whose page shows a notice",
      example: "2",
    },
    count.default(4),
  ),
  PLAYBACK_PER_ADDRESS: setting(
    { about: "Playback sessions from one address (IPv6 by /64), whatever the accounts", example: "128" },
    count.default(64),
  ),
  PLAYBACK_PER_ROOM: setting(
    { about: "Playback sessions of one room", example: "500" },
    count.default(1_500),
  ),
  PLAYBACK_MAX: setting(
    {
      about:
        "Playback sessions of all rooms. In the last tenth each fan has one; silent previews fill at most half and give way",
      example: "1000",
      unset: "3000 for each process of `MEDIA_WORKERS`; 3000 with LiveKit",
    },
    count.optional(),
  ),
};
