import type { ModelCard } from "#contract/catalog.ts";

/** The room whose preview a card plays when it is pointed at: the slug of a public room, undefined for any other. */
export const previewOf = ({ isStream, stream, login }: Pick<ModelCard, "isStream" | "stream" | "login">) =>
  isStream && stream.status === "began" && stream.type === "public" ? login : undefined;

/** The portrait of a card at the widths that cards have, for `img`: asked for by the same widths it is loaded once. */
export const portraitOf = ({ portrait, portrait_small }: ModelCard["pictures"]) => ({
  src: portrait,
  srcSet: `${portrait_small} 320w, ${portrait} 480w`,
  sizes: "(min-width: 1440px) 266px, (min-width: 1200px) 24vw, (min-width: 992px) 32vw, 48vw",
});
