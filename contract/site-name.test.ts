import { afterEach, expect, test } from "vitest";
import { defaultSiteName, nameSite, siteName, siteSlug } from "./site-name.ts";

afterEach(() => nameSite(defaultSiteName));

test.each([
  ["Fanlight", "fanlight"],
  ["Café Ñandú 24/7", "cafe-nandu-24-7"],
  ["  (Rooms)  ", "rooms"],
  ["夜", "site"],
])("files of the site %s are named by %s", (name, slug) => {
  nameSite(name);
  expect([siteName(), siteSlug()]).toEqual([name, slug]);
});
