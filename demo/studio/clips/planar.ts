/** A picture as encoders take it: brightness of each pixel, then the two colours of each four (ITU-R BT.601, 16…235). */
export type Planar = { data: Uint8Array; layout: { offset: number; stride: number }[] };

type Size = { width: number; height: number };

const brightness = (red: number, green: number, blue: number) =>
  16 + (65.738 * red + 129.057 * green + 25.064 * blue) / 256;
const blueness = (red: number, green: number, blue: number) =>
  128 + (-37.945 * red - 74.494 * green + 112.439 * blue) / 256;
const redness = (red: number, green: number, blue: number) =>
  128 + (112.439 * red - 94.154 * green - 18.285 * blue) / 256;

/** Turns RGBA pixels, row by row, into planes; `width` and `height` are even. */
export function planarOf(pixels: Uint8ClampedArray, { width, height }: Size): Planar {
  const dots = width * height;
  const data = new Uint8Array(dots * 1.5);
  for (let dot = 0; dot < dots; dot++) {
    const at = dot * 4;
    data[dot] = Math.round(brightness(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0));
  }
  const half = width / 2;
  for (let block = 0; block < dots / 4; block++) {
    const top = (Math.floor(block / half) * 2 * width + (block % half) * 2) * 4;
    const below = top + width * 4;
    const mean = (channel: number) =>
      ((pixels[top + channel] ?? 0) +
        (pixels[top + 4 + channel] ?? 0) +
        (pixels[below + channel] ?? 0) +
        (pixels[below + 4 + channel] ?? 0)) /
      4;
    const [red, green, blue] = [mean(0), mean(1), mean(2)];
    data[dots + block] = Math.round(blueness(red, green, blue));
    data[dots * 1.25 + block] = Math.round(redness(red, green, blue));
  }
  return {
    data,
    layout: [
      { offset: 0, stride: width },
      { offset: dots, stride: half },
      { offset: dots * 1.25, stride: half },
    ],
  };
}
