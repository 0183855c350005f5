/** A gift that can be sent in a room: a tip of its price with a picture. */
export type Gift = {
  /** A stable number. */
  id: number;
  /** A stable word that names the picture. */
  key: GiftKey;
  name_en: string;
  name_es: string;
  /** Tokens. */
  price: number;
};

/** The gifts in the order of the tray, cheapest first. */
export const gifts: readonly Gift[] = [
  { id: 1, key: "rose", name_en: "Rose", name_es: "Rosa", price: 5 },
  { id: 2, key: "coffee", name_en: "Coffee", name_es: "Café", price: 10 },
  { id: 3, key: "ice", name_en: "Gelato", name_es: "Helado", price: 15 },
  { id: 4, key: "cactus", name_en: "Cactus", name_es: "Cactus", price: 20 },
  { id: 5, key: "disc", name_en: "Record", name_es: "Vinilo", price: 30 },
  { id: 6, key: "cake", name_en: "Cake", name_es: "Pastel", price: 40 },
  { id: 7, key: "book", name_en: "Novel", name_es: "Novela", price: 50 },
  { id: 8, key: "moon", name_en: "Moon", name_es: "Luna", price: 75 },
  { id: 9, key: "guitar", name_en: "Guitar", name_es: "Guitarra", price: 100 },
  { id: 10, key: "rocket", name_en: "Rocket", name_es: "Cohete", price: 250 },
  { id: 11, key: "sky", name_en: "Fireworks", name_es: "Fuegos", price: 500 },
  { id: 12, key: "crown", name_en: "Crown", name_es: "Corona", price: 1000 },
];

export type GiftKey =
  | "rose"
  | "coffee"
  | "ice"
  | "cactus"
  | "disc"
  | "cake"
  | "book"
  | "moon"
  | "guitar"
  | "rocket"
  | "sky"
  | "crown";

/** Drawn in a field of 40 × 40. */
const drawings: Readonly<Record<GiftKey, string>> = {
  rose: '<path d="M20 20v16M20 30c-5-4-8-3-9-2 2 4 6 5 9 2Z" stroke="#3C9A6B" stroke-width="2.6" fill="#3C9A6B"/><circle cx="20" cy="13" r="9.5" fill="#E63F6B"/><path d="M14 12c2-5 9-6 12-1-2 6-8 7-12 1Zm3 5c4 2 8 0 9-4" fill="#B91F4E"/>',
  coffee:
    '<path d="M9 15h19v11a8 8 0 0 1-8 8h-3a8 8 0 0 1-8-8Z" fill="#FFF4E6"/><path d="M28 18h2a4.5 4.5 0 0 1 0 9h-2" fill="none" stroke="#FFF4E6" stroke-width="3"/><path d="M9 15h19v4H9z" fill="#B9794A"/><path d="M14 11q-3-3 0-6M21 11q-3-3 0-6" stroke="#B8B0C8" stroke-width="2" fill="none"/>',
  ice: '<path d="m12 20 8 17 8-17Z" fill="#E9A75B"/><path d="m15 26 8-5M17 31l8-6" stroke="#B9743A" stroke-width="1.6"/><circle cx="14.5" cy="15" r="7" fill="#FFD6E3"/><circle cx="25.5" cy="15" r="7" fill="#B5EAD7"/><circle cx="20" cy="9" r="6.5" fill="#FFF4E6"/><circle cx="21" cy="4" r="2.6" fill="#E63946"/>',
  cactus:
    '<path d="M13 28h14l-2 9H15Z" fill="#C96F4A"/><rect x="15.5" y="7" width="9" height="22" rx="4.5" fill="#3C9A6B"/><path d="M15 22h-2.500a3.5 3.5 0 0 1-3.5-3.500V15M25 19h2.500a3.5 3.5 0 0 0 3.5-3.500V13" stroke="#3C9A6B" stroke-width="4.5" fill="none" stroke-linecap="round"/><circle cx="20" cy="6" r="3" fill="#FF8AB5"/>',
  disc: '<circle cx="20" cy="20" r="16" fill="#2B2440"/><circle cx="20" cy="20" r="11.5" fill="none" stroke="#4A3F66"/><circle cx="20" cy="20" r="6" fill="#FF5C93"/><circle cx="20" cy="20" r="1.6" fill="#0B0A10"/><path d="M9 13a13 13 0 0 1 6-5" stroke="#fff8" stroke-width="2" fill="none"/>',
  cake: '<path d="M7 21h26v14H7z" fill="#FFF0DC"/><path d="M7 21q0-5 5-5h16q5 0 5 5c-3 5-5 0-6.5 0s-3 5-6.5 5-4-5-6.5-5S9 25 7 21Z" fill="#FF8AB5"/><path d="M20 16V9" stroke="#5CE1E6" stroke-width="3"/><path d="M20 8q-3-3 0-6 3 3 0 6Z" fill="#FFC24B"/>',
  book: '<path d="M6 10q7-3 14 1v23q-7-4-14-1ZM34 10q-7-3-14 1v23q7-4 14-1Z" fill="#F4F1FA"/><path d="M10 16q3-1 6 0M10 21q3-1 6 0M24 16q3-1 6 0M24 21q3-1 6 0" stroke="#9A91AB" stroke-width="1.8" fill="none"/><path d="M20 11v23" stroke="#B8B0C8" stroke-width="1.6"/>',
  moon: '<path d="M26 5A16 16 0 1 0 35 27 13.5 13.5 0 0 1 26 5Z" fill="#FFE3A0"/><circle cx="15" cy="22" r="2.6" fill="#E9BE66"/><circle cx="20" cy="29" r="1.8" fill="#E9BE66"/><path d="m32 9 1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" fill="#fff"/>',
  guitar:
    '<g transform="rotate(40 20 20)"><rect x="18.2" y="-4" width="3.6" height="20" fill="#6B3B22"/><rect x="16.5" y="-7" width="7" height="6" rx="1.5" fill="#4A2818"/><path d="M12 22c-1-7 4-9 8-9s9 2 8 9c3 3 4 6 3 9-1 5-6 6-11 6s-10-1-11-6c-1-3 0-6 3-9Z" fill="#E08A3C"/><circle cx="20" cy="25" r="4" fill="#4A2818"/></g>',
  rocket:
    '<g transform="rotate(38 20 20)"><path d="M20 2c7 5 8 14 7 24H13C12 16 13 7 20 2Z" fill="#EDEFF8"/><path d="M13 18 7 27l6-1M27 18l6 9-6-1" fill="#FF5C93"/><circle cx="20" cy="14" r="3.6" fill="#5C7CFA"/><path d="M15 27h10l-5 11Z" fill="#FFC24B"/></g>',
  sky: '<g stroke-width="2.6" stroke-linecap="round"><path d="M20 16V5M20 24v11" stroke="#FF5C93"/><path d="M16 20H5M24 20h11" stroke="#FFC24B"/><path d="m17 17-8-8M23 23l8 8" stroke="#5CE1E6"/><path d="m23 17 8-8M17 23l-8 8" stroke="#A78BFA"/></g><circle cx="20" cy="20" r="2.5" fill="#fff"/>',
  crown:
    '<path d="M5 13l8 7 7-13 7 13 8-7-3 19H8Z" fill="#FFC24B"/><path d="M8 32h24v4H8z" fill="#D9962A"/><circle cx="20" cy="26" r="3" fill="#D6246E"/><circle cx="12" cy="27" r="2" fill="#6A45D6"/><circle cx="28" cy="27" r="2" fill="#6A45D6"/>',
};

/** The picture of a gift as a standalone SVG document that scales to any size. */
export const giftSvg = (key: GiftKey): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="160" height="160">${drawings[key]}</svg>\n`;
