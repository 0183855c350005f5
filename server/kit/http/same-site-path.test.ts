import { expect, test } from "vitest";
import { comesFromOtherSite, sameSitePath } from "./same-site-path.ts";

test.each([
  ["/videos?x=1#y", "/videos?x=1#y"],
  ["/", "/"],
  ["/a/../b", "/b"],
  [null, null],
  ["", null],
  ["videos", null],
  ["//evil.example/x", null],
  ["/\\evil.example", null],
  ["/\t/evil.example", null],
  ["/.//evil.example", null],
  ["https://evil.example", null],
  ["javascript:alert(1)", null],
])("the path %j is followed as %j", (wanted, followed) => {
  expect(sameSitePath(wanted)).toBe(followed);
});

const here = "https://cams.example";
const lan = "http://192.168.1.20:3000";

test.each([
  { product: here, origin: here, other: false },
  // A page of the same name by plain http may be anybody's on the way.
  { product: here, origin: "http://cams.example", other: true },
  { product: here, origin: "https://cams.example:8443", other: true },
  { product: here, origin: "https://evil.example", other: true },
  { product: here, origin: "null", other: true },
  { product: here, origin: "", other: true },
  { product: here, origin: undefined, other: false },
  // The browser's own word goes first.
  { product: here, origin: "null", site: "same-origin", other: false },
  { product: here, origin: here, site: "cross-site", other: true },
  { product: here, origin: "http://cams.example", site: "same-site", other: true },
  // The demo by the address of its machine, and behind another name than it was told.
  { product: lan, origin: lan, other: false },
  { product: "http://localhost:3000", host: "192.168.1.20:3000", origin: lan, other: false },
  { product: lan, origin: "https://192.168.1.20:3000", other: true },
  { product: lan, origin: "http://192.168.1.20:4000", other: true },
])(
  "at $product a form from $origin ($site) is another site's: $other",
  ({ product, host, origin, site, other }) => {
    const headers = { origin, "sec-fetch-site": site };
    expect(comesFromOtherSite({ host: host ?? new URL(product).host, headers }, product)).toBe(other);
  },
);
