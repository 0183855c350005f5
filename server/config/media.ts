import { z } from "zod";
import type { LivekitSettings } from "#server/media/media.ts";
import { port, setting, word } from "./setting.ts";

/** The settings of the embedded media engine. */
export const mediaSettings = {
  MEDIA_PORT: setting(
    { about: "The one UDP port of all media", example: "40000", unset: "same number as `PORT`" },
    port.optional(),
  ),
  MEDIA_ADDRESS: setting(
    { about: "Address that browsers reach the media port by, behind NAT", example: "203.0.113.7" },
    word,
  ),
};

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
