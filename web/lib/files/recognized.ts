import { fileHeadBytes, typeOfContent } from "#contract/file-content.ts";

/**
 * The file under the type that its content names: systems know some by no type or by one of their own (`.m4v`,
 * `.3gp`, no ending at all). A file that is neither a picture nor a video that we take, or cannot be read, has no
 * type.
 */
export async function recognized(file: File): Promise<File> {
  const head = await file
    .slice(0, fileHeadBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const type = typeOfContent(new Uint8Array(head)) ?? "";
  const { name, lastModified } = file;
  return file.type === type ? file : new File([file], name, { type, lastModified });
}

/**
 * The types that the browser's file dialog offers for these media types. All videos are offered: each system has
 * types and endings of its own for some, and the content decides. Pictures stay named, so that phones hand out those
 * of their own format as JPEG.
 */
export function offered(types: readonly string[]): string {
  const hasVideos = types.some((type) => type.startsWith("video/"));
  return [...types, ...(hasVideos ? ["video/*", ".m4v", ".3gp", ".mov"] : [])].join(",");
}
