/** The part of JSON Schema that the contract's input is written in. */
export type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** An operation as the served OpenAPI document describes it. */
export type Operation = {
  key: string;
  method: string;
  path: string;
  query: Record<string, Schema>;
  params: Record<string, Schema>;
  /** Every shape that a JSON body may have. */
  json: Schema[];
  /** The fields of a multipart form, where one is taken. */
  form: Schema | null;
  statuses: number[];
};

type Described = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
};

/** Every operation of an OpenAPI document. */
export function operationsOf(document: Record<string, unknown>): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => operationOf(path, method.toUpperCase(), described)),
  );
}

function operationOf(path: string, method: string, described: Described): Operation {
  const named = (place: string) =>
    Object.fromEntries(
      (described.parameters ?? []).filter((p) => p.in === place).map((p) => [p.name, p.schema]),
    );
  const content = described.requestBody?.content ?? {};
  const json = content["application/json"]?.schema;
  return {
    key: `${method} ${path}`,
    method,
    path,
    query: named("query"),
    params: named("path"),
    json: json ? variantsOf(json) : [],
    form: content["multipart/form-data"]?.schema ?? null,
    statuses: Object.keys(described.responses).map(Number),
  };
}

const variantsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** A field of a body, by its path. */
export type Field = { path: string[]; schema: Schema };

/** The fields of a body, those of nested objects too. */
export function fieldsOf(body: Schema, at: string[] = []): Field[] {
  return Object.entries(body.properties ?? {}).flatMap(([name, schema]) => [
    { path: [...at, name], schema },
    ...variantsOf(schema).flatMap((variant) => fieldsOf(variant, [...at, name])),
  ]);
}

/** Whether a field takes some values only; what is declared without a type takes anything. */
export const isConstrained = (schema: Schema | undefined) =>
  schema !== undefined && Object.keys(schema).length > 0;

/** A value that fits a schema; every text of one sample is made from `word`, so that repeated ones are equal. */
export function sampleOf(schema: Schema, word: string): unknown {
  const [first = schema] = variantsOf(schema);
  if (first !== schema) return sampleOf(first, word);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === "string") return textOf(schema, word);
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (type === "array") return [sampleOf(schema.items ?? {}, word)];
  if (!schema.properties) return null;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, sampleOf(field, word)]),
  );
}

function textOf({ format, minLength = 0 }: Schema, word: string): string {
  if (format === "email") return `${word}@example.test`;
  if (format === "uuid") return crypto.randomUUID();
  if (format === "date") return "2026-05-01";
  if (format === "date-time") return "2026-05-01T00:00:00Z";
  return word.padEnd(minLength, "x");
}

/** JSON of `value` with the field at a path replaced by JSON that is written as it is. */
export function jsonWith(value: unknown, [name, ...rest]: string[], json: string): string {
  if (name === undefined) return json;
  const object = (value ?? {}) as Record<string, unknown>;
  const fields = Object.entries({ ...object, [name]: null }).map(
    ([key, field]) =>
      `${JSON.stringify(key)}:${key === name ? jsonWith(object[name], rest, json) : JSON.stringify(field)}`,
  );
  return `{${fields.join(",")}}`;
}
