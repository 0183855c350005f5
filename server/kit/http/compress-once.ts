import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

type Encoding = "br" | "gzip";
export type Encoded = { body: Buffer; encoding: Encoding | null };

/** The compressed forms of a document, for as long as somebody holds it: guests share one. */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/**
 * Compresses a whole document for a browser that sent this `Accept-Encoding`, in one piece: Brotli where it is
 * accepted, else gzip, else as it is. A document that is sent again is not compressed again. An encoding that is named with
 * `q=0` is refused (RFC 9110, 12.5.3).
 */
export async function compressOnce(body: Buffer, acceptEncoding: string | undefined): Promise<Encoded> {
  const accepts = accepted(acceptEncoding ?? "");
  const encoding = (["br", "gzip"] as const).find(accepts) ?? null;
  if (encoding === null) return { body, encoding };
  const known = compressed.get(body) ?? {};
  compressed.set(body, known);
  known[encoding] ??= compress[encoding](body);
  return { body: await known[encoding], encoding };
}

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    compressBrotli(body, { params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => compressGzip(body, { level: 3 }),
};

function accepted(header: string): (encoding: string) => boolean {
  const named = new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
    }),
  );
  return (encoding) => named.get(encoding) ?? named.get("*") ?? false;
}
