/** Countries whose flag is in `drawings.svg`, by their two-letter codes. */
export const flagCodes: ReadonlySet<string> = new Set(
  "AR AT BE BG BO BR CI CL CO CR CZ DE DK EC EE ES FI FR GB GH GT HN HU ID IE IN IT JP KE LT MA MX NG NI NL NO PE PH PL PT PY RO SE SG SN SV TH UA US UY VE".split(
    " ",
  ),
);
