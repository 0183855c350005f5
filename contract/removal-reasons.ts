/** Why something should be removed, the gravest first. Plain, so that a page can list them without the schemas. */
export const removalReasons = ["minor", "nonconsensual", "danger", "privacy", "copyright", "other"] as const;
export type RemovalReason = (typeof removalReasons)[number];
