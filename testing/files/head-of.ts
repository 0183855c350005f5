const heads: Readonly<Record<string, string>> = {
  "image/jpeg": "\xff\xd8\xff\xe0",
  "image/png": "\x89PNG\r\n\x1a\n",
  "video/mp4": "\0\0\0\x18ftypM4V \0\0\0\0",
};

/** The first bytes of a file of this type, by which pages and server know what it is. */
export function headOf(type: string): Uint8Array<ArrayBuffer> {
  const head = heads[type];
  if (head === undefined) throw new Error(`no test needs a file of the type ${type} so far`);
  return Uint8Array.from(head, (character) => character.charCodeAt(0));
}
