import { type Config, ConfigError } from "#server/config.ts";
import { type Look, openLook } from "#server/web/look/look.ts";

/** The look of the site. Throws a {@link ConfigError} with one sentence for each file that cannot be shown. */
export async function siteLook({ siteDir }: Pick<Config, "siteDir">): Promise<Look> {
  const { look, problems } = await openLook(siteDir);
  if (problems.length > 0) throw new ConfigError(problems.join("\n"));
  return look;
}
