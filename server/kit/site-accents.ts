/** Colours as `#rrggbb`, by theme: of links and marks, and under white text. */
export type Accents = Readonly<Record<"dark" | "light", { accent: string; fill: string }>>;

/** Those of the product, as `web/styles/tokens.css` has them. */
export const ownAccents: Accents = {
  dark: { accent: "#FF5C93", fill: "#D6246E" },
  light: { accent: "#C2185B", fill: "#C2185B" },
};

let accents = ownAccents;

/** The accent of what is drawn without the style sheets of pages: mails, and pages of their own. */
export const siteAccents = (): Accents => accents;

/** Gives the site its accent: once in a process, before anything is drawn. */
export function paintSite(given: Accents): void {
  accents = given;
}
