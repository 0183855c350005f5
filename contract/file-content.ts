/** How many bytes from its beginning on say what a file is. */
export const fileHeadBytes = 64;

/** Brands of still pictures in the container of MP4 (ISO/IEC 23008-12, HEIC and AVIF), which are no videos. */
const pictureBrand = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/**
 * The media type of a picture or video that this product takes, by the first bytes of its file (`fileHeadBytes`), whatever its
 * name and its declared type are; null for everything else. Whether all of it can be read is another question.
 */
export function typeOfContent(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, fileHeadBytes));
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^RIFF.{4}WEBP/s.test(text)) return "image/webp";
  // EBML, of which Matroska is another kind than WebM.
  if (text.startsWith("\x1aE\xdf\xa3")) return text.includes("webm") ? "video/webm" : null;
  const [box, brand] = [text.slice(4, 8), text.slice(8, 12)];
  if (/^(moov|mdat|wide|free|skip)$/.test(box)) return "video/quicktime";
  if (box !== "ftyp" || pictureBrand.test(brand)) return null;
  return brand === "qt  " ? "video/quicktime" : "video/mp4";
}
