import type { Config } from "#server/config.ts";
import { legalVersion } from "#server/identity/identity.ts";
import { type Legal, openLegal } from "#server/legal/legal.ts";

/** The legal documents with what the settings say of the operator. */
export function legalOf({
  legalFacts,
  legalReviewed,
  siteDir,
}: Pick<Config, "legalFacts" | "legalReviewed" | "siteDir">): Promise<Legal> {
  return openLegal({ version: legalVersion, facts: legalFacts, reviewed: legalReviewed, siteDir });
}
