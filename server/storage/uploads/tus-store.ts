import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { Uploads } from "./uploads.ts";

/** A file is kept in pieces of this size, in bytes: the most that a kill loses. */
const partBytes = 2 * 1024 * 1024;

/**
 * Uploads as the server of the tus protocol stores them. Uploads are begun, and their owners known, by the routes; what
 * is here takes bytes only.
 */
export class TusStore extends DataStore {
  readonly #uploads: Uploads;

  constructor(uploads: Uploads) {
    super();
    this.#uploads = uploads;
    this.extensions = ["creation", "termination"];
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#uploads.byId(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({
      id,
      size: found.size,
      offset: found.received,
      creation_date: found.created_at.toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.drop(id);
  }

  /** Keeps what comes, part by part; of a connection that breaks, everything that has arrived. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let [at, waiting, bytes]: [number, Uint8Array[], number] = [offset, [], 0];
    const keep = async () => {
      if (bytes === 0) return;
      const part = Buffer.concat(waiting);
      [waiting, bytes] = [[], 0];
      if (!(await this.#uploads.add(id, at, part))) throw ERRORS.INVALID_OFFSET;
      at += part.length;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        waiting.push(chunk);
        bytes += chunk.length;
        if (bytes >= partBytes) await keep();
      }
    } finally {
      await keep();
    }
    return at;
  }
}
