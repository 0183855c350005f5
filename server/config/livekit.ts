import { z } from "zod";
import type { LivekitSettings } from "#server/media/media.ts";

const word = z.string().min(1).optional();

/** The settings of LiveKit: all, or none. */
export const livekitSettings = {
  LIVEKIT_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: "must be wss://host or https://host, with :port as needed" })
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  LIVEKIT_API_KEY: word,
  LIVEKIT_API_SECRET: word,
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
