/** A person of a test: a fan with tokens, a model with a room, or staff. */
export type Person = { id: number; login: string; token: string };
