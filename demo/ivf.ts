/** Films of VP8 in IVF files: a header of 32 bytes, then each picture behind 12 bytes of its own; little endian. */

const headerBytes = 32;
const pictureHeaderBytes = 12;

export type IvfFilm = { width: number; height: number; pictures: readonly Buffer[] };

/** Writes pictures of `framesPerSecond` as an IVF file. */
export function writeIvf({ width, height, pictures }: IvfFilm, framesPerSecond: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write("DKIF", 0, "latin1");
  header.writeUInt16LE(headerBytes, 6);
  header.write("VP80", 8, "latin1");
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(framesPerSecond, 16);
  header.writeUInt32LE(1, 20);
  header.writeUInt32LE(pictures.length, 24);
  const parts = pictures.flatMap((picture, index) => {
    const own = Buffer.alloc(pictureHeaderBytes);
    own.writeUInt32LE(picture.length, 0);
    own.writeBigUInt64LE(BigInt(index), 4);
    return [own, picture];
  });
  return Buffer.concat([header, ...parts]);
}

/** Reads what {@link writeIvf} wrote. Throws when the file is cut short or holds something else. */
export function readIvf(file: Buffer): IvfFilm {
  if (file.length < headerBytes || file.toString("latin1", 0, 4) !== "DKIF")
    throw new Error("not an IVF file");
  if (file.toString("latin1", 8, 12) !== "VP80") throw new Error("IVF file holds no VP8");
  const pictures: Buffer[] = [];
  for (let at = file.readUInt16LE(6); at < file.length;) {
    const begin = at + pictureHeaderBytes;
    if (begin > file.length) throw new Error("IVF file is cut short");
    const end = begin + file.readUInt32LE(at);
    if (end > file.length) throw new Error("IVF file is cut short");
    pictures.push(file.subarray(begin, end));
    at = end;
  }
  if (pictures.length !== file.readUInt32LE(24)) throw new Error("IVF file is cut short");
  return { width: file.readUInt16LE(12), height: file.readUInt16LE(14), pictures };
}
