import { expect, it } from "vitest";
import { completed, meant, messageParts, names, typedName, withMention } from "./mentions.ts";

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

it("knows the name that ends at the caret, wherever it stands, and no email address", () => {
  expect(typedName("hi @ma there", 6)).toEqual({ at: 3, typed: "ma" });
  expect(typedName("@n", 2)).toEqual({ at: 0, typed: "n" });
  for (const [draft, caret] of [
    ["hi @ma there", 7],
    ["me@nico", 7],
    ["@", 1],
    ["@@ni", 4],
    ["plain", 5],
  ] as const)
    expect(typedName(draft, caret), draft).toBeNull();
});

it("offers whose name or stage name begins so, five at most, and nobody once a name is whole", () => {
  const people = ["marta", "mario", "nico"].map((name) => ({ name, stageName: null }));
  const luna = { name: "luna7", stageName: "Mara Vega" };
  const offered = (typed: string) => meant([...people, luna], typed).map(({ name }) => name);
  expect(offered("MAR")).toEqual(["marta", "mario", "luna7"]);
  expect(offered("lun")).toEqual(["luna7"]);
  expect(offered("Mario")).toEqual([]);
  expect(offered("zoe")).toEqual([]);
  const many = Array.from({ length: 9 }, (_, index) => ({ name: `fan${index}`, stageName: null }));
  expect(meant(many, "fan")).toHaveLength(5);
});

it("completes in the middle of a message, with one space behind the name", () => {
  const done = completed("hi @ma there", { at: 3, typed: "ma" }, "marta");
  expect(done).toEqual({ draft: "hi @marta there", caret: 10 });
});
