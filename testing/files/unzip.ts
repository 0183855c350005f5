import { fromBufferPromise } from "yauzl";

/** The files of a ZIP by name. Throws for an archive that is not whole. */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(Buffer.from(bytes), {});
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}
