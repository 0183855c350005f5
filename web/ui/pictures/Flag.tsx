import { nameMark, nameOf } from "#web/lib/i18n/names.ts";
import drawings from "./drawings.svg?url&no-inline";

/** A country's flag by its two-letter code, named for screen readers; unknown codes show the code itself. */
export function Flag({ country }: { country: string }) {
  const code = country.toUpperCase();
  const name = nameOf("region", code);
  const named = { role: "img", "aria-label": name, "data-name-of": nameMark("region", code) };
  if (!flagCodes.has(code)) {
    return (
      <abbr {...named} title={name} className="text-11 no-underline">
        {code}
      </abbr>
    );
  }
  return (
    <svg
      {...named}
      className="block flex-none overflow-hidden rounded-[2.5px] shadow-[0_0_0_1px_#0003]"
      width="18"
      height="12"
      viewBox="0 0 18 12"
    >
      <use href={`${drawings}#${code}`} />
    </svg>
  );
}

/** Countries whose flag is in `drawings.svg`, by their two-letter codes. */
export const flagCodes: ReadonlySet<string> = new Set(
  "AR AT BE BG BO BR CI CL CO CR CZ DE DK EC EE ES FI FR GB GH GT HN HU ID IE IN IT JP KE LT MA MX NG NI NL NO PE PH PL PT PY RO SE SG SN SV TH UA US UY VE".split(
    " ",
  ),
);
