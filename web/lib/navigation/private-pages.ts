const PRIVATE =
  /^\/(settings|favorites-models|subscription-models|my-videos|chat|stream|promo-stream|model|admin)(\/|$)/i;

/** Is this path closed to guests? */
export function isPrivate(path: string): boolean {
  return PRIVATE.test(path);
}
