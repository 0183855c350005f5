import type { Config } from "#server/config.ts";
import { legalVersion } from "#server/identity/identity.ts";
import { type Legal, openLegal } from "#server/legal/legal.ts";

/** The legal documents with what the settings say of the operator. */
export function legalOf({
  legalDetails,
  legalReviewed,
  siteDir,
}: Pick<Config, "legalDetails" | "legalReviewed" | "siteDir">): Promise<Legal> {
  return openLegal({ version: legalVersion, details: legalDetails, reviewed: legalReviewed, siteDir });
}
