import type { ModelCard } from "#contract/catalog.ts";

/** Whose picture moves on the card when it is pointed at: the slug of a public room, undefined of any other. */
export const previewOf = ({ isStream, stream, login }: Pick<ModelCard, "isStream" | "stream" | "login">) =>
  isStream && stream.status === "began" && stream.type === "public" ? login : undefined;
