const names: Readonly<Record<string, string>> = { PC: "PSE", EY: "Efecty", NQ: "Nequi" };

/** What people call a way to pay of Directa24, by its code in their list of payment methods; the code where it is not here. */
export function methodName(code: string): string {
  return names[code] ?? code;
}
