import { readFileSync } from "node:fs";
import path from "node:path";
import { type Accents, ownAccents } from "#server/kit/site-accents.ts";

const tokensFile = path.join(import.meta.dirname, "../../../web/styles/tokens.css");
const themes = ["dark", "light"] as const;
type Theme = (typeof themes)[number];
/** The tokens that a site may have its own colours for: `accent` is text, the other two lie under white text. */
const own = ["accent", "accent-fill", "accent-press"] as const;
type Own = (typeof own)[number];
type Colours = Record<Theme, Partial<Record<Own, string>>>;

/** What text in the accent stands on. */
const surfaces = ["bg", "surface", "raised", "overlay"] as const;
/** How much of the accent a tint has, as the theme's own: two hexadecimal digits behind the colour. */
const softness: Record<Theme, string> = { dark: "1F", light: "14" };
/** Of text, by WCAG 2.2, success criterion 1.4.3. */
const contrastMin = 4.5;
const hex = /^#[0-9a-f]{6}$/i;

/**
 * Reads `colours.json`, `{"dark": {"accent": "#FF5C93", …}, "light": {…}}`, where what is left out stays ours, and answers the
 * style sheet that puts these colours in the place of ours. Each problem is one sentence for the operator: a name or a colour
 * that is none, and each pair of colours whose contrast is below 4.5.
 */
export function readColours(text: string): { sheet: string; accents: Accents; problems: string[] } {
  const parsed = parse(text);
  if (typeof parsed === "string")
    return { sheet: "", accents: ownAccents, problems: [`SITE_DIR: colours.json ${parsed}`] };
  const problems = themes.flatMap((theme) =>
    contrastProblems(theme, { ...defaultsOf(theme), ...parsed[theme] }),
  );
  return { sheet: sheetOf(parsed), accents: accentsOf(parsed), problems };
}

const accentsOf = ({ dark, light }: Colours): Accents => ({
  dark: mixed(dark, ownAccents.dark),
  light: mixed(light, ownAccents.light),
});
const mixed = (said: Colours[Theme], ours: Accents[Theme]) => ({
  accent: said.accent ?? ours.accent,
  fill: said["accent-fill"] ?? ours.fill,
});

function parse(text: string): Colours | string {
  const wanted = `is to be {"dark": {…}, "light": {…}} with ${own.join(", ")} as "#rrggbb"`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `is no JSON; it ${wanted}`;
  }
  if (!isRecord(value)) return wanted;
  for (const [theme, colours] of Object.entries(value)) {
    if (!isOneOf(themes, theme) || !isRecord(colours)) return `has ${JSON.stringify(theme)}; it ${wanted}`;
    for (const [name, colour] of Object.entries(colours))
      if (!isOneOf(own, name) || typeof colour !== "string" || !hex.test(colour))
        return `has ${JSON.stringify(colour)} for ${theme} ${name}; it ${wanted}`;
  }
  return { dark: {}, light: {}, ...(value as Partial<Colours>) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

type Tokens = Readonly<Record<string, string>>;

/** The theme's own opaque colours, from its style sheet. */
function defaultsOf(theme: Theme): Tokens {
  const css = readFileSync(tokensFile, "utf8");
  const block = new RegExp(`\\[data-theme=${theme}\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/gi)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function contrastProblems(theme: Theme, tokens: Tokens): string[] {
  const pairs = [
    ...surfaces.map((surface) => ["accent", surface, tokens.accent, tokens[surface]] as const),
    ["white", "accent-fill", "#FFFFFF", tokens["accent-fill"]] as const,
    ["white", "accent-press", "#FFFFFF", tokens["accent-press"]] as const,
  ];
  return pairs.flatMap(([text, ground, colour = "", under = ""]) => {
    const ratio = contrast(colour, under);
    if (ratio >= contrastMin) return [];
    // Rounded down: 4.49 is not 4.5.
    const has = (Math.floor(ratio * 100) / 100).toFixed(2);
    return [
      `SITE_DIR: colours.json: in ${theme}, ${text} on ${ground} (${colour} on ${under}) has a contrast of ${has}; text needs ${contrastMin}`,
    ];
  });
}

/** The contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** In the order and with more weight than the rules of the theme, whichever sheet comes first. */
const selectors: Record<Theme, string> = {
  dark: ":root:root,[data-theme=dark][data-theme]",
  light: "[data-theme=light][data-theme]",
};

function sheetOf(colours: Colours): string {
  return themes
    .map((theme) => {
      const { accent } = colours[theme];
      const soft = accent === undefined ? [] : [`--accent-soft:${accent}${softness[theme]}`];
      const said = Object.entries(colours[theme]).map(([name, colour]) => `--${name}:${colour}`);
      return [...said, ...soft].length > 0 ? `${selectors[theme]}{${[...said, ...soft].join(";")}}\n` : "";
    })
    .join("");
}
