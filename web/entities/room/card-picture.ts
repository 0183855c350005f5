import type { ModelCard } from "#contract/catalog.ts";

/** The room whose preview a card plays when it is pointed at: the slug of a public room, undefined for any other. */
export const previewOf = ({ isStream, stream, login }: Pick<ModelCard, "isStream" | "stream" | "login">) =>
  isStream && stream.status === "began" && stream.type === "public" ? login : undefined;

const cardSizes = "(min-width: 1440px) 266px, (min-width: 1200px) 24vw, (min-width: 992px) 32vw, 48vw";
const smallSizes = "(min-width: 640px) 170px, 48vw";

/**
 * The portrait of a card at the widths that cards have, or small ones, for `img`: asked for by the same widths it is loaded
 * once.
 */
export const portraitOf = ({ portrait, portrait_small }: ModelCard["pictures"], small = false) => ({
  src: portrait,
  srcSet: `${portrait_small} 320w, ${portrait} 480w`,
  sizes: small ? smallSizes : cardSizes,
});
