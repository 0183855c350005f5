import { currentLanguage } from "#web/lib/i18n/locale.ts";
import drawings from "./drawings.svg?url&no-inline";

/** A country's flag by its two-letter code, named for screen readers; unknown codes show the code itself. */
export function Flag({ country }: { country: string }) {
  const code = country.toUpperCase();
  const name = countryName(code);
  if (!flagCodes.has(code)) {
    return (
      <abbr title={name} className="text-11 no-underline">
        {code}
      </abbr>
    );
  }
  return (
    <svg
      className="block flex-none overflow-hidden rounded-[2.5px] shadow-[0_0_0_1px_#0003]"
      width="18"
      height="12"
      viewBox="0 0 18 12"
      role="img"
      aria-label={name}
    >
      <use href={`${drawings}#${code}`} />
    </svg>
  );
}

/** A country's name in the page's language. */
export function countryName(code: string): string {
  try {
    return namesIn(currentLanguage()).of(code) ?? code;
  } catch {
    return code;
  }
}

const names = new Map<string, Intl.DisplayNames>();

/** Kept, because making one costs more than rendering a card. */
function namesIn(language: string): Intl.DisplayNames {
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: "region" });
  names.set(language, known);
  return known;
}

/** Countries whose flag is in `drawings.svg`, by their two-letter codes. */
export const flagCodes: ReadonlySet<string> = new Set(
  "AR AT BE BG BO BR CI CL CO CR CZ DE DK EC EE ES FI FR GB GH GT HN HU ID IE IN IT JP KE LT MA MX NG NI NL NO PE PH PL PT PY RO SE SG SN SV TH UA US UY VE".split(
    " ",
  ),
);
