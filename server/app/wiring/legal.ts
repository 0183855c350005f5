import type { Config } from "#server/config.ts";
import { type Legal, openLegal } from "#server/legal/legal.ts";

/** The legal documents with what the settings say of the operator. */
export function legalOf({
  legalDetails,
  legalReviewed,
  siteDir,
}: Pick<Config, "legalDetails" | "legalReviewed" | "siteDir">): Promise<Legal> {
  return openLegal({ details: legalDetails, reviewed: legalReviewed, siteDir });
}
