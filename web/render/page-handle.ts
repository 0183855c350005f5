/** What a page's route module says about itself in `export const handle`. */
export type PageHandle = {
  /**
   * `after-pictures`: the page can be read and left by its links without scripts, which begin when its first pictures
   * are painted or somebody touches it. Left out: at once, for pages that play video.
   */
  scripts?: "after-pictures";
};
