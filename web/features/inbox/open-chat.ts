import { createStore } from "#web/lib/store.ts";

/** The chat before the person's eyes on this page, and whether they see its newest messages right now. */
export const openChat = createStore<{ id: number | null; reading: boolean }>({ id: null, reading: false });
