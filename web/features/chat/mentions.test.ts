import { expect, it } from "vitest";
import { messageParts, names, withMention } from "./mentions.ts";

const named = (body: string) => messageParts(body).flatMap(({ name }) => name ?? []);

it("finds the names in a message, at its ends, between signs and in any case", () => {
  expect(named("@nico look, ¡@Marta! (@luna7) @don_ramiro.")).toEqual([
    "nico",
    "Marta",
    "luna7",
    "don_ramiro",
  ]);
  expect(names("hi @NICO, there", "nico")).toBe(true);
});

it("takes no email address, part of a longer word or bare sign for a name", () => {
  expect(named("write to me@nico.com or @@nico, @ nico, @ni, @nicoñ")).toEqual([]);
  expect(named(`@${"a".repeat(31)}`)).toEqual([]);
  expect(names("@nicolas", "nico")).toBe(false);
});

it("names nobody who has no name", () => {
  expect(names("@ hello", "")).toBe(false);
});

it("loses no character of a message", () => {
  for (const body of ["", "@nico", "a @nico  b\n@marta.", "<b>@nico</b> 🎉@nico"])
    expect(messageParts(body).reduce((all, { text }) => all + text, "")).toBe(body);
});

it("puts a name behind what is typed, once", () => {
  expect(withMention("", "nico")).toBe("@nico ");
  expect(withMention("hello ", "nico")).toBe("hello @nico ");
  expect(withMention("hello @nico ", "nico")).toBe("hello @nico ");
  expect(withMention("@nico @marta ", "nico")).toBe("@nico @marta @nico ");
});
