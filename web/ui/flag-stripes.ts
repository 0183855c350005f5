/** Stripes of a flag on 18 × 12 units: direction, then colour and thickness of each. */
export type FlagStripes = { direction: "rows" | "columns"; stripes: readonly (readonly [string, number])[] };

export const flagStripes: Readonly<Record<string, FlagStripes>> = {
  AR: {
    direction: "rows",
    stripes: [
      ["#74ACDF", 4],
      ["#fff", 4],
      ["#74ACDF", 4],
    ],
  },
  AT: {
    direction: "rows",
    stripes: [
      ["#ED2939", 4],
      ["#fff", 4],
      ["#ED2939", 4],
    ],
  },
  BE: {
    direction: "columns",
    stripes: [
      ["#000", 6],
      ["#FAE042", 6],
      ["#ED2939", 6],
    ],
  },
  BG: {
    direction: "rows",
    stripes: [
      ["#fff", 4],
      ["#00966E", 4],
      ["#D62612", 4],
    ],
  },
  BO: {
    direction: "rows",
    stripes: [
      ["#D52B1E", 4],
      ["#F9E300", 4],
      ["#007934", 4],
    ],
  },
  BR: { direction: "rows", stripes: [["#009C3B", 12]] },
  CI: {
    direction: "columns",
    stripes: [
      ["#F77F00", 6],
      ["#fff", 6],
      ["#009E60", 6],
    ],
  },
  CL: {
    direction: "rows",
    stripes: [
      ["#fff", 6],
      ["#D52B1E", 6],
    ],
  },
  CO: {
    direction: "rows",
    stripes: [
      ["#FCD116", 6],
      ["#003893", 3],
      ["#CE1126", 3],
    ],
  },
  CR: {
    direction: "rows",
    stripes: [
      ["#002B7F", 2],
      ["#fff", 2],
      ["#CE1126", 4],
      ["#fff", 2],
      ["#002B7F", 2],
    ],
  },
  CZ: {
    direction: "rows",
    stripes: [
      ["#fff", 6],
      ["#D7141A", 6],
    ],
  },
  DE: {
    direction: "rows",
    stripes: [
      ["#111", 4],
      ["#D00", 4],
      ["#FFCE00", 4],
    ],
  },
  EC: {
    direction: "rows",
    stripes: [
      ["#FFDD00", 6],
      ["#034EA2", 3],
      ["#ED1C24", 3],
    ],
  },
  EE: {
    direction: "rows",
    stripes: [
      ["#0072CE", 4],
      ["#000", 4],
      ["#fff", 4],
    ],
  },
  ES: {
    direction: "rows",
    stripes: [
      ["#C60B1E", 3],
      ["#FFC400", 6],
      ["#C60B1E", 3],
    ],
  },
  FR: {
    direction: "columns",
    stripes: [
      ["#0055A4", 6],
      ["#fff", 6],
      ["#EF4135", 6],
    ],
  },
  GH: {
    direction: "rows",
    stripes: [
      ["#CE1126", 4],
      ["#FCD116", 4],
      ["#006B3F", 4],
    ],
  },
  GT: {
    direction: "columns",
    stripes: [
      ["#4997D0", 6],
      ["#fff", 6],
      ["#4997D0", 6],
    ],
  },
  HN: {
    direction: "rows",
    stripes: [
      ["#00BCE4", 4],
      ["#fff", 4],
      ["#00BCE4", 4],
    ],
  },
  HU: {
    direction: "rows",
    stripes: [
      ["#CE2939", 4],
      ["#fff", 4],
      ["#477050", 4],
    ],
  },
  ID: {
    direction: "rows",
    stripes: [
      ["#CE1126", 6],
      ["#fff", 6],
    ],
  },
  IE: {
    direction: "columns",
    stripes: [
      ["#169B62", 6],
      ["#fff", 6],
      ["#FF883E", 6],
    ],
  },
  IN: {
    direction: "rows",
    stripes: [
      ["#FF9933", 4],
      ["#fff", 4],
      ["#138808", 4],
    ],
  },
  IT: {
    direction: "columns",
    stripes: [
      ["#009246", 6],
      ["#fff", 6],
      ["#CE2B37", 6],
    ],
  },
  JP: { direction: "rows", stripes: [["#fff", 12]] },
  KE: {
    direction: "rows",
    stripes: [
      ["#000", 4],
      ["#BB0000", 4],
      ["#006600", 4],
    ],
  },
  LT: {
    direction: "rows",
    stripes: [
      ["#FDB913", 4],
      ["#006A44", 4],
      ["#C1272D", 4],
    ],
  },
  MX: {
    direction: "columns",
    stripes: [
      ["#006847", 6],
      ["#fff", 6],
      ["#CE1126", 6],
    ],
  },
  NG: {
    direction: "columns",
    stripes: [
      ["#008751", 6],
      ["#fff", 6],
      ["#008751", 6],
    ],
  },
  NI: {
    direction: "rows",
    stripes: [
      ["#0067C6", 4],
      ["#fff", 4],
      ["#0067C6", 4],
    ],
  },
  NL: {
    direction: "rows",
    stripes: [
      ["#AE1C28", 4],
      ["#fff", 4],
      ["#21468B", 4],
    ],
  },
  PE: {
    direction: "columns",
    stripes: [
      ["#D91023", 6],
      ["#fff", 6],
      ["#D91023", 6],
    ],
  },
  PL: {
    direction: "rows",
    stripes: [
      ["#fff", 6],
      ["#DC143C", 6],
    ],
  },
  PT: {
    direction: "columns",
    stripes: [
      ["#006600", 7],
      ["#FF0000", 11],
    ],
  },
  PY: {
    direction: "rows",
    stripes: [
      ["#D52B1E", 4],
      ["#fff", 4],
      ["#0038A8", 4],
    ],
  },
  RO: {
    direction: "columns",
    stripes: [
      ["#002B7F", 6],
      ["#FCD116", 6],
      ["#CE1126", 6],
    ],
  },
  SE: { direction: "rows", stripes: [["#006AA7", 12]] },
  SN: {
    direction: "columns",
    stripes: [
      ["#00853F", 6],
      ["#FDEF42", 6],
      ["#E31B23", 6],
    ],
  },
  SV: {
    direction: "rows",
    stripes: [
      ["#0047AB", 4],
      ["#fff", 4],
      ["#0047AB", 4],
    ],
  },
  TH: {
    direction: "rows",
    stripes: [
      ["#A51931", 2],
      ["#F4F5F8", 2],
      ["#2D2A4A", 4],
      ["#F4F5F8", 2],
      ["#A51931", 2],
    ],
  },
  UA: {
    direction: "rows",
    stripes: [
      ["#0057B7", 6],
      ["#FFD700", 6],
    ],
  },
  US: {
    direction: "rows",
    stripes: [
      ["#B22234", 2],
      ["#fff", 2],
      ["#B22234", 2],
      ["#fff", 2],
      ["#B22234", 2],
      ["#fff", 2],
    ],
  },
  UY: {
    direction: "rows",
    stripes: [
      ["#fff", 2],
      ["#0038A8", 2],
      ["#fff", 2],
      ["#0038A8", 2],
      ["#fff", 2],
      ["#0038A8", 2],
    ],
  },
  VE: {
    direction: "rows",
    stripes: [
      ["#FFCC00", 4],
      ["#00247D", 4],
      ["#CF142B", 4],
    ],
  },
};
