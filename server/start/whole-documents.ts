import { legalOf } from "#server/app/wiring/legal.ts";
import { type Config, ConfigError } from "#server/config.ts";

/**
 * Throws a {@link ConfigError} with one line for each setting that a legal document needs and that is missing: the document
 * would show a placeholder there. The demo shows them.
 */
export async function assertWholeDocuments(
  config: Pick<Config, "demo" | "legalDetails" | "legalReviewed" | "siteDir">,
): Promise<void> {
  if (config.demo) return;
  const { gaps } = await legalOf(config);
  if (gaps.length === 0) return;
  throw new ConfigError(
    gaps
      .map(
        ({ setting, wanted }) => `${setting}: required when DEMO=0, a legal document states it (${wanted})`,
      )
      .join("\n"),
  );
}
