import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { z } from "zod";
import type { LivekitSettings } from "#server/media/media.ts";
import { flag, port, setting, word } from "./setting.ts";

/** A browser tries each of them, and each over TCP, too. */
const addressesMax = 4;

/** The settings of the embedded media engine. */
export const mediaSettings = {
  MEDIA_PORT: setting(
    {
      about:
        "Port of the media, in UDP and, by `MEDIA_TCP`, in TCP; further ones of `MEDIA_WORKERS` follow it",
      example: "40000",
      unset: "same number as `PORT`",
    },
    port.optional(),
  ),
  MEDIA_WORKERS: setting(
    {
      about:
        "How many processes carry the media, each a core's work and a port: `MEDIA_PORT`, the next one and so on",
      example: "3",
      unset: "the machine's cores less one, at least one; fewer where a port behind the first is taken",
    },
    z.coerce.number().int().min(1).max(64).optional(),
  ),
  MEDIA_TCP: setting(
    {
      about:
        "`0`: media over UDP alone. Otherwise networks without UDP get them over TCP, by the media port's number; behind a proxy that is one of its own",
      example: "0",
    },
    flag.default(true),
  ),
  MEDIA_ADDRESS: setting(
    {
      about:
        "Addresses that browsers reach the media port by, behind NAT: IPv4 and, where there is one, IPv6. The first is tried first",
      example: "203.0.113.7,2001:db8::7",
      unset: "those of the machine",
    },
    z
      .string()
      .transform((list) => list.split(",").map((one) => one.trim()))
      .refine((list) => list.every(isIP), "must be addresses like 203.0.113.7,2001:db8::7")
      .refine((list) => list.length <= addressesMax, `must be ${addressesMax} addresses at most`)
      .optional(),
  ),
};

type Ports = { PORT: number; MEDIA_PORT?: number | undefined; MEDIA_TCP: boolean; TRUST_PROXY: number };
type Workers = { MEDIA_WORKERS?: number | undefined };

/** How many processes carry the media: unless that is set, no more than have ports of their own beside that of the pages. */
export function mediaWorkersOf(settings: Ports & Workers): number {
  const { PORT, MEDIA_PORT: first = PORT, MEDIA_WORKERS } = settings;
  if (MEDIA_WORKERS !== undefined) return MEDIA_WORKERS;
  const free = first === 0 ? Number.POSITIVE_INFINITY : (PORT > first ? PORT : 65_536) - first;
  return Math.max(1, Math.min(availableParallelism() - 1, free));
}

/** One line for each way in which the ports of the media's processes cannot all be had. */
export function mediaPortProblems(
  settings: Ports & Workers & { LIVEKIT_URL?: string | undefined },
): string[] {
  const { PORT, MEDIA_PORT: first = PORT, MEDIA_TCP, LIVEKIT_URL } = settings;
  const workers = mediaWorkersOf(settings);
  const last = first + workers - 1;
  if (LIVEKIT_URL || first === 0) return [];
  if (last > 65_535) return [`MEDIA_PORT: ${workers} ports from ${first} on end past 65535 (MEDIA_WORKERS)`];
  if (MEDIA_TCP && PORT > first && PORT <= last)
    return [`MEDIA_PORT: the ports ${first} to ${last} of MEDIA_WORKERS contain PORT, ${PORT}`];
  return [];
}

/**
 * How media come over TCP: at a port of their `own`, or at that of the pages, which is `shared`. Not at all: null, or
 * `behind_proxy`, where the port of the pages is a proxy's, which takes what comes there for HTTP.
 */
export function mediaTcpOf({
  PORT,
  MEDIA_PORT = PORT,
  MEDIA_TCP,
  TRUST_PROXY,
}: Ports): "own" | "shared" | "behind_proxy" | null {
  if (!MEDIA_TCP) return null;
  // Two ports that may be any free ones are not the same.
  if (MEDIA_PORT !== PORT || PORT === 0) return "own";
  return TRUST_PROXY > 0 ? "behind_proxy" : "shared";
}

/** The settings of LiveKit: all, or none. */
export const livekitSettings = {
  LIVEKIT_URL: setting(
    {
      about: "A LiveKit server, 1.11 or later, that [carries the media](operating.md#media-by-livekit)",
      example: "wss://livekit.example.com",
      unset: "the embedded media engine",
    },
    z
      .url({ protocol: /^(https?|wss?)$/, error: "must be wss://host or https://host, with :port as needed" })
      .transform((value) => value.replace(/\/+$/, ""))
      .optional(),
  ),
  LIVEKIT_API_KEY: setting({ about: "One of its keys", example: "<from livekit.yaml>" }, word),
  LIVEKIT_API_SECRET: setting({ about: "The secret of that key", example: "<from livekit.yaml>" }, word),
};

type Settings = z.output<z.ZodObject<typeof livekitSettings>>;

const names = ["LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET"] as const;

/** One line for each setting that is missing beside others. */
export function halfLivekit(settings: Settings): string[] {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name}: required where other LIVEKIT_ settings are`);
}

/** How to reach LiveKit; null where it is not set: the embedded engine carries the media. */
export function livekitOf(settings: Settings): LivekitSettings | null {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = settings;
  return url && apiKey && apiSecret ? { url, apiKey, apiSecret } : null;
}
