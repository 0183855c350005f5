/** Reads the H.264 pictures out of an MP4 file (ISO/IEC 14496-12 and -15) as the clip encoder writes them. */

export type Mp4Video = {
  /** Sequence and picture parameter sets, without start codes. */
  parameterSets: Buffer[];
  /** The NAL units of each picture, in order. */
  pictures: Buffer[][];
};

const containerBoxes = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/** Collects the boxes inside `file` by their type; containers are opened, everything else is kept whole. */
function boxesOf(file: Buffer, found = new Map<string, Buffer>()): Map<string, Buffer> {
  for (let at = 0; at + 8 <= file.length;) {
    const size = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    if (size < 8 || at + size > file.length) throw new Error(`MP4 box ${type} is cut short`);
    const body = file.subarray(at + 8, at + size);
    if (containerBoxes.has(type)) boxesOf(body, found);
    else found.set(type, body);
    at += size;
  }
  return found;
}

function need(boxes: Map<string, Buffer>, type: string): Buffer {
  const box = boxes.get(type);
  if (!box) throw new Error(`MP4 file has no ${type} box`);
  return box;
}

/** Units that stand one after the other, each behind its length. */
function lengthPrefixed(bytes: Buffer, lengthBytes: 2 | 4): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + lengthBytes <= bytes.length;) {
    const length = bytes.readUIntBE(at, lengthBytes);
    units.push(bytes.subarray(at + lengthBytes, at + lengthBytes + length));
    at += lengthBytes + length;
  }
  return units;
}

/** `avcC`: five bytes of profile and level, then counted sets. */
function parameterSetsOf(stsd: Buffer): Buffer[] {
  const at = stsd.indexOf("avcC");
  if (at < 0) throw new Error("MP4 file holds no H.264");
  const config = stsd.subarray(at + 4, at - 4 + stsd.readUInt32BE(at - 4));
  const sets: Buffer[] = [];
  let cursor = 5;
  for (let list = 0; list < 2; list++) {
    const count = (config[cursor++] ?? 0) & (list === 0 ? 0x1f : 0xff);
    for (let index = 0; index < count; index++) {
      const length = config.readUInt16BE(cursor);
      sets.push(config.subarray(cursor + 2, cursor + 2 + length));
      cursor += 2 + length;
    }
  }
  return sets;
}

const table = (box: Buffer, header: number, width: number): number[] =>
  Array.from({ length: box.readUInt32BE(header - 4) * width }, (_, index) =>
    box.readUInt32BE(header + index * 4),
  );

/** Where each sample lies: chunks have an offset and a number of samples that `stsc` lists in runs. */
function sampleOffsets(
  sizes: readonly number[],
  chunks: readonly number[],
  runs: readonly number[],
): number[] {
  const offsets: number[] = [];
  chunks.forEach((chunk, index) => {
    let perChunk = 1;
    for (let run = 0; run < runs.length; run += 3)
      if ((runs[run] ?? 1) <= index + 1) perChunk = runs[run + 1] ?? 1;
    let offset = chunk;
    for (let taken = 0; taken < perChunk && offsets.length < sizes.length; taken++) {
      offset += taken === 0 ? 0 : (sizes[offsets.length - 1] ?? 0);
      offsets.push(offset);
    }
  });
  return offsets;
}

/** Takes an MP4 file with one H.264 track apart. Throws on anything else. */
export function readMp4(file: Buffer): Mp4Video {
  const boxes = boxesOf(file);
  const sizes = table(need(boxes, "stsz"), 12, 1);
  const chunks = table(need(boxes, "stco"), 8, 1);
  const offsets = sampleOffsets(sizes, chunks, table(need(boxes, "stsc"), 8, 3));
  const pictures = offsets.map((offset, index) =>
    lengthPrefixed(file.subarray(offset, offset + (sizes[index] ?? 0)), 4),
  );
  return { parameterSets: parameterSetsOf(need(boxes, "stsd")), pictures };
}
