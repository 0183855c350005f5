import { expect, test } from "vitest";
import { countries } from "#web/lib/i18n/countries.ts";
import { statesOf } from "./PlaceFields.tsx";

test("R-PAY-24, R-AMB-35: the states of the US and the departments of Colombia are chosen by two-letter codes", () => {
  for (const country of ["US", "CO"]) {
    const codes = statesOf(country)?.map(({ code }) => code) ?? [];
    expect(codes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  }
  expect(statesOf("US")).toHaveLength(56);
  expect(statesOf("CO")).toHaveLength(33);
  expect(statesOf("FR")).toBeNull();
});

test("R-PAY-26: countries stand under their names in the fan's language, the United States among them", () => {
  expect(countries("en").find(({ code }) => code === "US")?.name).toBe("United States");
  expect(countries("es").find(({ code }) => code === "US")?.name).toBe("Estados Unidos");
  expect(countries("es").map(({ code }) => code)).toHaveLength(countries("en").length);
  expect(countries("en").every(({ code, name }) => code !== name)).toBe(true);
});
