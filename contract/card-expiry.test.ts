import { expect, test } from "vitest";
import { expiryProblem, expiryText, readExpiry } from "./card-expiry.ts";

test.each([
  ...["03/31", "3/31", "3/2031", "03/2031", "2031-03", "2031-3", "203103", "032031", "0331"],
  ...["3-31", "3.31", "03 31", " 03 / 2031 ", "2031/03", "03–31"],
  ...["０３/３１", "３／３１", "２０３１－０３", "٠٣/٣١"],
])("R-PAY-20: %j is March 2031", (text) => {
  const expiry = readExpiry(text);
  expect(expiry).toEqual({ month: 3, year: 2031 });
  expect(expiry && expiryText(expiry)).toBe("03/31");
});

test.each([
  ["1/30", "01/30"],
  ["1/27", "01/27"],
  ["1230", "12/30"],
  ["2029-12", "12/29"],
  ["202012", "12/20"],
])("R-PAY-20: %j is %j", (text, shown) => {
  const expiry = readExpiry(text);
  expect(expiry && expiryText(expiry)).toBe(shown);
});

test.each(["", "12/3", "13/30", "0/30", "00/30", "331", "12", "2031", "3/1931", "12/203", "1/2/30", "MM/YY"])(
  "R-PAY-20: %j is no date of a card",
  (text) => {
    expect(readExpiry(text)).toBeNull();
    expect(expiryProblem(text, new Date())).toBe("expiry_format");
  },
);

test("R-PAY-20: a card is good until the end of its month, then it has expired", () => {
  const [lastMoment, after] = [new Date("2027-01-31T23:59:59Z"), new Date("2027-02-01T00:00:00Z")];
  expect([expiryProblem("1/27", lastMoment), expiryProblem("1/27", after)]).toEqual([null, "card_expired"]);
});
