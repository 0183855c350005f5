import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";

/** What a link opens, for whom, until when (seconds since 1970). */
export type Link = { key: string; personId: number; until: number };

export type LinkRefusal = "link_invalid" | "link_expired";

/** Signs links and reads them again. */
export type LinkSigner = {
  /** The query of an address: `for`, `until` and the signature over both and the key. */
  query(link: Link): string;
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<object, LinkRefusal>;
};

/** Makes the signer of links to private files. `secret` is the deployment's own; other uses of it are kept apart. */
export function linkSigner(secret: string, clock: Clock): LinkSigner {
  const own = createHmac("sha256", secret).update("links to private files").digest();
  const sign = ({ key, personId, until }: Link) =>
    createHmac("sha256", own).update(`${key}\n${personId}\n${until}`).digest();
  return {
    query(link) {
      const signature = sign(link).toString("base64url");
      return new URLSearchParams({
        for: String(link.personId),
        until: String(link.until),
        signature,
      }).toString();
    },
    verify(key, query) {
      const [personId, until] = [Number(query.for), Number(query.until)];
      if (
        typeof query.signature !== "string" ||
        !Number.isSafeInteger(personId) ||
        !Number.isSafeInteger(until)
      )
        return refuse("link_invalid");
      const given = Buffer.from(query.signature, "base64url");
      const right = sign({ key, personId, until });
      if (given.length !== right.length || !timingSafeEqual(given, right)) return refuse("link_invalid");
      return until * 1000 > clock.now().getTime() ? ok({}) : refuse("link_expired");
    },
  };
}
