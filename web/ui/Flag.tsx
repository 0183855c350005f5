import { currentLanguage } from "#web/lib/locale.ts";
import { flagStripes } from "./flag-stripes.ts";

/** A country's flag by its two-letter code, named for screen readers; unknown codes show the code itself. */
export function Flag({ country }: { country: string }) {
  const code = country.toUpperCase();
  const flag = flagStripes[code];
  const name = countryName(code);
  if (!flag)
    return (
      <abbr title={name} className="text-11 no-underline">
        {code}
      </abbr>
    );
  return (
    <svg
      className="block flex-none overflow-hidden rounded-[2.5px] shadow-[0_0_0_1px_#0003]"
      width="18"
      height="12"
      viewBox="0 0 18 12"
      role="img"
      aria-label={name}
    >
      {flag.stripes.map(([colour, thickness], index) => {
        const before = flag.stripes.slice(0, index).reduce((sum, [, each]) => sum + each, 0);
        return flag.direction === "rows" ? (
          <rect key={before} y={before} width="18" height={thickness} fill={colour} />
        ) : (
          <rect key={before} x={before} width={thickness} height="12" fill={colour} />
        );
      })}
      {code === "JP" && <circle cx="9" cy="6" r="3.4" fill="#BC002D" />}
      {code === "CL" && <rect width="6" height="6" fill="#0039A6" />}
      {code === "BR" && <path d="m9 1.5 7 4.5-7 4.500-7-4.500Z" fill="#FFDF00" />}
      {code === "SE" && <path d="M5 0h2.5v12H5zM0 4.750h18v2.500H0z" fill="#FECC00" />}
      {code === "CZ" && <path d="m0 0 9 6-9 6Z" fill="#11457E" />}
    </svg>
  );
}

/** A country's name in the page's language. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}
