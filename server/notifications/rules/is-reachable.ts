import type { Account } from "#server/identity/identity.ts";

/** Somebody who is still a fan and has not turned notifications off. */
export const isReachable = ({ role, status, is_block_notification }: Account): boolean =>
  role === "fan" && status !== "blocked" && !is_block_notification;
