import { expect, test } from "vitest";
import type { z } from "zod";
import { contract } from "#contract/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { serializerOf, strippedAnswers } from "./mount.ts";

test("every answer that the contract declares can be written", () => {
  const unwritable = (Object.entries(contract) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
    Object.keys(strippedAnswers(endpoint).schema.response).flatMap((status) => {
      try {
        serializerOf(endpoint.responses[Number(status)] as z.ZodType);
        return [];
      } catch (error) {
        return [`${name} ${status}: ${String(error)}`];
      }
    }),
  );
  expect(unwritable).toEqual([]);
});
