import * as http from "node:http";
import * as https from "node:https";
import { bearer } from "#testing/app/api-client.ts";
import type { Person } from "#testing/app/caller.ts";
import { until } from "#testing/until.ts";

const version = { "tus-resumable": "1.0.0" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** The calls of the tus protocol, made by hand, at an origin that is asked for at each call. */
export function tusCalls(origin: () => string) {
  const call = (as: Person | null, method: string, path: string, headers: object = {}, body?: Uint8Array) =>
    fetch(origin() + path, {
      method,
      headers: { ...version, ...(as ? bearer(as) : {}), ...headers },
      ...(body ? { body: Buffer.from(body) } : {}),
    });
  const offsetOf = async (as: Person, path: string) =>
    Number((await call(as, "HEAD", path)).headers.get("upload-offset"));
  return {
    call,
    offsetOf,
    /** Announces a file of so many bytes. */
    begin(as: Person | null, size: number, { type = "video/mp4", language = "en" } = {}) {
      return call(as, "POST", "/api/uploads", {
        "upload-length": String(size),
        "upload-metadata": `filetype ${base64(type)},filename ${base64("film.mp4")}`,
        "accept-language": language,
      });
    },
    /** Sends bytes from an offset on. */
    append(as: Person, path: string, offset: number, bytes: Uint8Array) {
      const headers = {
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      };
      return call(as, "PATCH", path, headers, bytes);
    },
    /** Announces all of a file, sends its beginning and breaks the line once `arrived`; answers what the server has kept. */
    async cut(
      as: Person,
      path: string,
      { size, first, arrived }: { size: number; first: Uint8Array; arrived(): Promise<boolean> },
    ): Promise<number> {
      const { request } = origin().startsWith("https:") ? https : http;
      const sending = request(origin() + path, {
        method: "PATCH",
        headers: {
          ...version,
          ...bearer(as),
          "upload-offset": "0",
          "content-type": "application/offset+octet-stream",
          "content-length": size,
        },
      });
      sending.on("error", () => {});
      sending.write(first);
      await until(arrived, "the first part");
      sending.destroy();
      return offsetOf(as, path);
    },
  };
}
