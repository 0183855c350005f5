import type { NoPicture } from "#web/lib/media/no-picture.ts";
import { m } from "#web/paraglide/messages.js";

/** A cause that is said in place of the picture; of a model who is away, the room itself says more. */
export type SaidCause = Exclude<NoPicture, "publisher_away">;

const texts: Record<SaidCause, () => { title: string; text: string }> = {
  no_webrtc: () => ({ title: m.picture_no_webrtc_title(), text: m.picture_no_webrtc_text() }),
  format: () => ({ title: m.picture_format_title(), text: m.picture_format_text() }),
  network: () => ({ title: m.picture_network_title(), text: m.picture_network_text() }),
  server_away: () => ({ title: m.picture_server_away_title(), text: m.picture_server_away_text() }),
  full: () => ({ title: m.picture_full_title(), text: m.picture_full_text() }),
};

/** Why a room does not play on this device, and what one can do. */
export const noPictureText = (cause: SaidCause): { title: string; text: string } => texts[cause]();

/** The cause, where it is one of this device, its network or our side. */
export const saidCause = (cause: NoPicture | null): SaidCause | null =>
  cause === "publisher_away" ? null : cause;
