/** A way to pay that the simulated provider offers in Colombia. */
export type Method = {
  code: string;
  name: string;
  type: string;
  /** Whether the payer gets a voucher to pay at a counter later. */
  voucher: boolean;
  color: string;
};

export const methods: readonly Method[] = [
  { code: "PC", name: "PSE", type: "BANK_TRANSFER", voucher: false, color: "#1f6feb" },
  { code: "EY", name: "Efecty", type: "VOUCHER", voucher: true, color: "#d9a400" },
  { code: "NQ", name: "Nequi", type: "WALLET", voucher: false, color: "#7a1fa2" },
];

/** The method of that code, or undefined. */
export function methodOf(code: string): Method | undefined {
  return methods.find((method) => method.code === code);
}

/** A drawn icon of a method: its first letter on its color. */
export function logoOf({ name, color }: Method): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" role="img" aria-label="${name}"><rect width="48" height="48" rx="12" fill="${color}"/><text x="24" y="32" text-anchor="middle" font-family="system-ui,sans-serif" font-size="24" font-weight="700" fill="#fff">${name[0]}</text></svg>`;
}
