import { readFileSync } from "node:fs";

/** An answer or a message as a provider's own documents show it, and where they do. */
export type Documented = { source: string; example: unknown };

/** Reads one of the examples in `demo/gateways/documented`. */
export function documented(name: string): Documented {
  const file = new URL(`../../demo/gateways/documented/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Documented;
}

export type Allowances = {
  /** Fields that a simulator leaves out, by their paths. */
  leftOut?: readonly string[];
  /** Fields that no document shows, and that a simulator sends all the same: an assumption. */
  assumed?: readonly string[];
  /** Fields that are null while nothing is known of them. */
  nullable?: readonly string[];
};

/** Where a simulated answer is other than the documented one: a field more or less, another type, another format. */
export function departures(example: unknown, simulated: unknown, allowed: Allowances = {}): string[] {
  return compare("", example, simulated, allowed);
}

function compare(path: string, example: unknown, simulated: unknown, allowed: Allowances): string[] {
  if (Array.isArray(example) && Array.isArray(simulated))
    return simulated.flatMap((entry) => compare(path, example[0], entry, allowed));
  if (isRecord(example) && isRecord(simulated)) return compareFields(path, example, simulated, allowed);
  if (simulated === null && allowed.nullable?.includes(path)) return [];
  const [wanted, found] = [formatOf(example), formatOf(simulated)];
  const fits = wanted === found || (typeof example === typeof simulated && [wanted, found].includes("text"));
  return fits ? [] : [`${path}: ${found} in place of ${wanted}`];
}

function compareFields(
  path: string,
  example: Record<string, unknown>,
  simulated: Record<string, unknown>,
  allowed: Allowances,
): string[] {
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const missing = Object.keys(example).filter(
    (name) => !(name in simulated) && !allowed.leftOut?.includes(at(name)),
  );
  const found = Object.entries(simulated).flatMap(([name, value]) => {
    if (name in example) return compare(at(name), example[name], value, allowed);
    return allowed.assumed?.includes(at(name)) ? [] : [`${at(name)}: no document shows it`];
  });
  return [...missing.map((name) => `${at(name)}: left out`), ...found];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const formats: readonly (readonly [string, RegExp])[] = [
  ["time", /^\d{14}$/],
  ["sum", /^\d+\.\d{2}$/],
  ["masked card", /^\d{6}\*{6}\d{4}$/],
  ["masked card of a report", /^\dx{11}\d{4}$/],
];

/** The format of a text that has one, else the type. Names and numbers of the merchant's own are texts. */
function formatOf(value: unknown): string {
  if (typeof value !== "string")
    return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
  return formats.find(([, shape]) => shape.test(value))?.[0] ?? "text";
}
