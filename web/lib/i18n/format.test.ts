import { describe, expect, test } from "vitest";
import { ago, clock, countText, money, shortCount, tokens, utcDay } from "./format.ts";
import { euros, localMoney, pesos } from "./local-money.ts";

describe("numbers in both languages", () => {
  test("tokens are whole and grouped, four digits too", () => {
    expect(tokens(1240, "en")).toBe("1,240");
    expect(tokens(1240, "es")).toBe("1.240");
    expect(tokens(1_000_000, "es")).toBe("1.000.000");
    expect(tokens(7.9, "en")).toBe("7");
  });

  test("R-PAY-49: dollars have two decimals and look alike in both languages", () => {
    expect(money(24.99)).toBe("$24.99");
    expect(money(1024.5)).toBe("$1,024.50");
    expect(money(-3)).toBe("−$3.00");
  });

  test("a count in little room rounds without ever saying 1000k", () => {
    expect(
      [0, 312, 999, 1000, 1284, 12_345, 999_499, 999_500].map((value) => shortCount(value, "en")),
    ).toEqual(["0", "312", "999", "1k", "1.3k", "12k", "999k", "1M"]);
    expect(shortCount(1284, "es")).toBe("1,3 k");
  });

  test("R-NAV-24: a badge of 100 or more says 99+", () => {
    expect([0, 99, 100, 4000, -1].map(countText)).toEqual(["0", "99", "99+", "99+", "0"]);
  });
});

describe("time", () => {
  const now = new Date("2026-11-21T12:00:00Z");

  test("how long ago is said in the largest whole unit", () => {
    expect(ago("2026-11-21T11:59:50Z", now, "en")).toBe("1 min");
    expect(ago("2026-11-21T11:20:00Z", now, "en")).toBe("40 min");
    expect(ago("2026-11-21T10:00:00Z", now, "en")).toBe("2 h");
    expect(ago("2026-11-18T11:00:00Z", now, "es")).toBe("3 d");
  });

  test.each(["en", "es"] as const)("a day in UTC reads as %s writes it, in every month", (language) => {
    const usual = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
    for (let month = 0; month < 12; month++)
      for (const edge of [new Date(Date.UTC(2026, month, 1)), new Date(Date.UTC(2027, month + 1, 1) - 1)])
        expect(utcDay(edge.toISOString(), language)).toBe(usual.format(edge));
    expect(utcDay("2026-11-21", language)).toBe(usual.format(new Date("2026-11-21")));
    expect(() => utcDay("soon", language)).toThrow(RangeError);
  });

  test("a running time reads as on a clock", () => {
    expect([0, 59, 252, 3852, -4].map(clock)).toEqual(["00:00", "00:59", "04:12", "1:04:12", "00:00"]);
  });
});

test("R-PAY-49: euros have their sign behind, and the decimals of the language", () => {
  expect([euros(24.99, "en"), euros(24.99, "es")]).toEqual(["24.99 €", "24,99 €"]);
  expect([localMoney(1024.5, "EUR", "en"), localMoney(1024.5, "EUR", "es")]).toEqual([
    "1,024.50 €",
    "1.024,50 €",
  ]);
});

test("R-I18N-06, R-AMB-55: pesos are grouped the Spanish way, whatever the language", () => {
  expect(pesos(40_000)).toBe("$40.000 COP");
  expect(pesos(950)).toBe("$950 COP");
  expect(pesos(1_234_567)).toBe("$1.234.567 COP");
});
