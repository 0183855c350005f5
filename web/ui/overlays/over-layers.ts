/**
 * Whether a press, a focus or a key, as Radix reports it to a layer, is in what lies over every layer: a notice, a
 * request for a show, the bar of a lost connection, the cover of the page. It means nothing beneath that.
 */
export const isOverLayers = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(".toast, .request-dock, .offline-bar, dialog") !== null;
