import { preload } from "react-dom";

/**
 * On the server: has the browser ask for a picture of the first screen ahead of the page's scripts. `media`: on screens of
 * these sizes alone, for a picture that stands in a `source`; React itself asks early only for those outside of `picture`.
 */
export function preloadPicture(src: string, media?: string): void {
  if (import.meta.env.SSR) preload(src, { as: "image", fetchPriority: "high", ...(media ? { media } : {}) });
}
