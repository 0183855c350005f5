import { z } from "zod";

/** The text about a setting in `docs/configuration.md` and `.env.example`. */
export type SettingText = {
  /** At most 30 words, as the whole sentence or phrase of a table's cell. */
  about: string;
  /** A value that the setting takes; in angle brackets: where the operator gets one of their own. */
  example: string;
  /** The effect while it is not set, where the schema has no default. Left out: there is none. */
  unset?: string;
};

const texts = z.registry<SettingText>();

/** A field of the configuration's schema with its documentation. */
export function setting<Schema extends z.ZodType>(text: SettingText, schema: Schema): Schema {
  // A copy of its own: fields of one kind share their schema.
  const field = schema.clone();
  texts.add(field, text);
  return field;
}

/** The documentation of a field; undefined where it has none. */
export const textOf = (schema: z.ZodType): SettingText | undefined => texts.get(schema);

/** A field's default as one writes it in the environment; undefined where the schema has none. */
export function defaultOf(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export const port = z.coerce.number().int().min(0).max(65_535);
export const flag = z.enum(["0", "1"]).transform((value) => value === "1");
export const word = z.string().min(1).optional();

/** Scheme and host, without the slash behind them. */
export const origin = z
  .url()
  .transform((value) => value.replace(/\/+$/, ""))
  .refine((value) => new URL(value).pathname === "/", "must be scheme and host only");

/** An address over HTTP, without the slash behind it. */
export const address = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

/** A secret that signs or seals has at least so many characters. */
export const secretCharactersMin = 32;
export const secretText = z
  .string()
  .min(secretCharactersMin, `must be at least ${secretCharactersMin} characters`);
