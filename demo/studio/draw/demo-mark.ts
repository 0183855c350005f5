const letters = [
  "M0 0V14H4C9 14 11 11 11 7S9 0 4 0Z",
  "M25 0H17V14H25M17 7H24",
  "M30 14V0L36 9L42 0V14",
  "M53 0C49 0 47 3 47 7S49 14 53 14S59 11 59 7S57 0 53 0Z",
];

/** The word DEMO on a dark pill, as SVG, made for a picture of that width: it says in the picture itself that it is drawn. */
export function demoMark(pictureWidth: number): Buffer {
  const width = Math.round(Math.max(40, pictureWidth * 0.13));
  const height = Math.round((width * 30) / 84);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 84 30">` +
      '<rect width="84" height="30" rx="8" fill="#0B0A10" fill-opacity="0.72"/>' +
      `<path d="${letters.join("")}" transform="translate(12.5 8)" fill="none" stroke="#F4F1FA" stroke-width="2.6"` +
      ' stroke-linejoin="round" stroke-linecap="round"/></svg>',
  );
}
