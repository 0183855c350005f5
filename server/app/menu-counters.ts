import type { CounterSource } from "#server/accounts/read-profile.ts";

/** Who knows the numbers in the main menu. A module that has unread or unseen things for a person adds its own here. */
export const menuCounters: readonly CounterSource[] = [];
