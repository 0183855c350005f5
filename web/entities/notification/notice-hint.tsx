import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";

/**
 * The effect of a switch that asks for notices: `usual`, unless the viewer has silenced them or has no confirmed
 * address.
 */
export function noticeHint(viewer: FanProfile | null, on: boolean, usual: string): ReactNode {
  if (viewer?.is_block_notification) {
    return (
      <>
        {m.profile_notify_silenced()}{" "}
        <Link to="/settings" className="text-accent underline">
          {m.profile_notify_settings()}
        </Link>
      </>
    );
  }
  return viewer !== null && on && viewer.validation === "waiting" ? m.profile_notify_unproved() : usual;
}
