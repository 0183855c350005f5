/** The site's name where the operator gives it none. */
export const defaultSiteName = "Fanlight";

let name = defaultSiteName;

/** The site's name, as pages, mails and documents show it. */
export const siteName = (): string => name;

/** Names the site: once in a process and once in a page, before either draws anything. */
export function nameSite(given: string): void {
  name = given;
}

/** The title of a page or an email's page: what it is about, and the site. */
export const titled = (text: string): string => `${text} · ${siteName()}`;

/** The site's name in the names of files that people save: small letters of ASCII and digits, "site" where none is left. */
export function siteSlug(): string {
  const letters = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "site";
}
