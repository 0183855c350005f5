import { open } from "node:fs/promises";
import { fileHeadBytes, typeOfContent } from "#contract/file-content.ts";

/** The media type that the content of the file at a path names; null for what is neither a picture nor a video that we take. */
export async function typeOfFileAt(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(fileHeadBytes);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return typeOfContent(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
