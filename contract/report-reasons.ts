/** Why something should be removed, the gravest first. */
export const removalReasons = ["minor", "nonconsensual", "danger", "privacy", "copyright", "other"] as const;
export type RemovalReason = (typeof removalReasons)[number];

/** Why somebody reports what they see here, the gravest first. */
export const reportReasons = [
  "minor",
  "nonconsensual",
  "danger",
  "harassment",
  "scam",
  "privacy",
  "copyright",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/**
 * The things that can be reported. A line is one of a room's chat, a message one of a chat of two, a comment one on a
 * post, a picture one of a model's page.
 */
export const reportTargets = [
  "room",
  "line",
  "profile",
  "picture",
  "video",
  "post",
  "comment",
  "chat",
  "message",
] as const;
export type ReportTarget = (typeof reportTargets)[number];

/** The outcome of a report: no rule was broken, or the consequence. */
export const reportOutcomes = ["dismissed", "warned", "removed", "suspended"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];
