import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";

/**
 * What a link opens, for whom, made when (milliseconds since 1970) and good until when (seconds). `of` names what the
 * file belongs to, for whoever is asked whether the reader may still see it.
 */
export type Link = { key: string; of: string; readerId: number; madeMs: number; until: number };

export type LinkRefusal = "link_invalid" | "link_expired";

/** Signs links and reads them again. */
export type LinkSigner = {
  /** The query of an address: everything of the link but its key, and the signature over all of it. */
  query(link: Link): string;
  verify(key: string, query: Readonly<Record<string, unknown>>): Result<{ link: Link }, LinkRefusal>;
};

/** Makes the signer of links to private files. `secret` is the deployment's own; other uses of it are kept apart. */
export function linkSigner(secret: string, clock: Clock): LinkSigner {
  const own = createHmac("sha256", secret).update("links to private files").digest();
  const sign = ({ key, of, readerId, madeMs, until }: Link) =>
    createHmac("sha256", own).update(`${key}\n${of}\n${readerId}\n${madeMs}\n${until}`).digest();
  return {
    query(link) {
      return new URLSearchParams({
        for: String(link.readerId),
        of: link.of,
        made: String(link.madeMs),
        until: String(link.until),
        signature: sign(link).toString("base64url"),
      }).toString();
    },
    verify(key, query) {
      const [readerId, madeMs, until] = [Number(query.for), Number(query.made), Number(query.until)];
      const { of, signature } = query;
      if (typeof signature !== "string" || typeof of !== "string") return refuse("link_invalid");
      if (![readerId, madeMs, until].every(Number.isSafeInteger)) return refuse("link_invalid");
      const link = { key, of, readerId, madeMs, until };
      const given = Buffer.from(signature, "base64url");
      const right = sign(link);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return refuse("link_invalid");
      return until * 1000 > clock.now().getTime() ? ok({ link }) : refuse("link_expired");
    },
  };
}
