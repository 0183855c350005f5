import { createHash } from "node:crypto";

/**
 * A genuine message of a gateway of which nothing follows. It is kept and acknowledged: a refusal would only make it come
 * again. `isKnown`: it is of a kind that never concerns us; of any other, somebody has to look what it means. `about` is
 * what is kept of it, without the payer's data.
 */
export type Noted = {
  ok: true;
  kind: "noted";
  dedupeKey: string;
  isKnown: boolean;
  about: Readonly<Record<string, string>>;
};

const charactersMax = 80;

/** Notes a message under a name of its own, so that a later one with the same number is not taken for its copy. */
export function noted(
  rawBody: Buffer,
  about: Readonly<Record<string, string>>,
  { isKnown = false } = {},
): Noted {
  const kept = Object.entries(about).filter(([, text]) => text !== "");
  return {
    ok: true,
    kind: "noted",
    dedupeKey: `noted:${createHash("sha256").update(rawBody).digest("hex").slice(0, 40)}`,
    isKnown,
    about: Object.fromEntries(kept.map(([name, text]) => [name, text.slice(0, charactersMax)])),
  };
}
