import { createStore } from "#web/lib/store.ts";

/** The public room that goes on in the small player after it was left for another page. */
export const miniRoom = createStore<{ slug: string | null }>({ slug: null });
