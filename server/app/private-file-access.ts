import { readCookie } from "#server/kit/http/call.ts";
import { bearerOf } from "#server/kit/http/mount.ts";
import type { FileAccess } from "#server/storage/storage.routes.ts";
import type { Modules } from "./needs.ts";

/**
 * The readers of private files: the person of the Bearer token, or of the session that the cookie of these paths
 * names; and the files that the modules behind them allow that person now.
 */
export function fileReaders({
  identity,
  content,
  messaging,
  support,
}: Pick<Modules, "identity" | "content" | "messaging" | "support">): FileAccess {
  return {
    async readerOf(request) {
      const bearer = bearerOf(request);
      if (bearer) return identity.authenticate(bearer);
      const cookie = (name: string) => readCookie(request.headers.cookie, name);
      const tokenId = identity.cookies.fileSessionOf({ cookie });
      return tokenId === null ? null : identity.userOfSession(tokenId);
    },
    async ownerFor({ key, of }, reader) {
      const [, kind, id] = /^(video|post|chat|report|evidence):(\d{1,15})$/.exec(of) ?? [];
      if (kind === "chat") return messaging.ownerOfFile(reader.userId, { mediaId: Number(id), key });
      if (kind === "evidence") return support.pictures.ownerOf(reader, { ticketId: Number(id), key });
      if (kind === "report") return reader.role === "admin" ? support.ownerOfEvidence(Number(id), key) : null;
      if (kind !== "video" && kind !== "post") return null;
      return content.ownerOfFile(reader, { kind, itemId: Number(id), key });
    },
  };
}
