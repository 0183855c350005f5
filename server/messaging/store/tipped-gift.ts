/** A gift as it was when it was given. */
export type TippedGift = { id: number; name_en: string; name_es: string; image: string; quantity: number };
