import { measureSizes } from "./by-size.ts";

/** The same with a hundred thousand chats and ten million messages, which take minutes and 6 GB to write. */
export const run = () => measureSizes([1_000, 100_000]);
