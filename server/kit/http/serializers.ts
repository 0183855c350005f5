import buildSerializer from "fast-json-stringify";
import { z } from "zod";
import type { Endpoint } from "#contract/endpoint.ts";

/** The JSON Schema of an answer, and what writes it as JSON, stripped to that shape. */
type Serializer = { schema: object; serialize: (value: unknown) => string };

const serializers = new WeakMap<z.ZodType, Serializer>();

/** Compiling takes a millisecond or more, and endpoints share their refusals: done once for each schema. */
function serializerOf(answer: z.ZodType): Serializer {
  const known = serializers.get(answer);
  if (known) return known;
  const schema = z.toJSONSchema(answer, { target: "draft-7", io: "output" });
  const made = { schema, serialize: buildSerializer(schema as Parameters<typeof buildSerializer>[0]) };
  serializers.set(answer, made);
  return made;
}

/** The part of a Fastify route that strips its answers. Files, plain-text and empty answers have no schema. */
export function strippedAnswers({ responses }: Pick<Endpoint, "responses">) {
  const byStatus = new Map<string, Serializer>();
  for (const [status, answer] of Object.entries(responses)) {
    if (answer instanceof z.ZodUndefined || answer instanceof z.ZodString || answer instanceof z.ZodCustom)
      continue;
    byStatus.set(status, serializerOf(answer));
  }
  return {
    schema: { response: Object.fromEntries([...byStatus].map(([status, { schema }]) => [status, schema])) },
    serializerCompiler({ httpStatus = "" }: { httpStatus?: string }) {
      const found = byStatus.get(httpStatus);
      if (!found) throw new Error(`no answer with the status ${httpStatus} is declared`);
      return found.serialize;
    },
  };
}
