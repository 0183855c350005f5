import { expect, test } from "vitest";
import { areUsable, encrypt, padded } from "./encrypt.ts";

const receiver = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};

test("the example of RFC 8291, section 5, comes out as it is published", () => {
  const record = Buffer.concat([Buffer.from("When I grow up, I want to be a watermelon"), Buffer.of(2)]);
  const body = encrypt(record, receiver, {
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  });
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("texts of different lengths are as long as each other on their way, and never encrypted alike", () => {
  const [short, long] = [encrypt(padded("a"), receiver), encrypt(padded("a".repeat(900)), receiver)];
  expect(short.length).toBe(long.length);
  expect(encrypt(padded("a"), receiver).equals(short)).toBe(false);
});

test("keys that are no point of the curve, or too short, are not usable", () => {
  expect(areUsable(receiver)).toBe(true);
  expect(areUsable({ ...receiver, p256dh: `BA${"A".repeat(85)}` })).toBe(false);
  expect(areUsable({ ...receiver, auth: "AAAA" })).toBe(false);
});
