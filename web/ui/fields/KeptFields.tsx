/** The parts of an address that a plain form sends along. */
export function KeptFields({ query, names }: { query: string; names: readonly string[] }) {
  const asked = new URLSearchParams(query);
  return names.flatMap((name) =>
    asked
      .getAll(name)
      .filter(Boolean)
      .map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
  );
}
