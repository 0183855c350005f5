import { expect, test } from "vitest";
import { typeOfContent } from "./file-content.ts";

const bytes = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const movie = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`;

test.each([
  ["a JPEG", "\xff\xd8\xff\xe1", "image/jpeg"],
  ["a PNG", "\x89PNG\r\n\x1a\n", "image/png"],
  ["a WebP", "RIFF\x24\0\0\nWEBPVP8 ", "image/webp"],
  ["an MP4", movie("isom"), "video/mp4"],
  ["an .m4v of a phone", movie("M4V "), "video/mp4"],
  ["a .3gp", movie("3gp5"), "video/mp4"],
  ["a .mov", movie("qt  "), "video/quicktime"],
  ["an old .mov without a brand", "\0\0\0\x08wide\0\0\0\0mdat", "video/quicktime"],
  ["a WebM", "\x1aE\xdf\xa3\x9fB\x82\x84webm", "video/webm"],
  ["another Matroska", "\x1aE\xdf\xa3\xa3B\x82\x88matroska", null],
  ["a HEIC picture", movie("heic"), null],
  ["an AVIF picture", movie("avif"), null],
  ["a GIF", "GIF89a", null],
  ["a sound of waves", "RIFF\x24\0\0\0WAVEfmt ", null],
  ["words", "words", null],
  ["nothing", "", null],
])("the content of %s names its type", (_what, head, type) => {
  expect(typeOfContent(bytes(head))).toBe(type);
});
