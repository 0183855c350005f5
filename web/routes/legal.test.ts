import { expect, test } from "vitest";
import { meta } from "./legal.tsx";

test.each(["/terms-of-service", "/%74erms-of-service", "/TERMS%2Dof-service/"])(
  "R-ROUTE-05: a legal page is found under every spelling of its address that leads to it: %s",
  (pathname) => {
    const [title] = meta({ loaderData: undefined, location: { pathname } } as never) ?? [];
    expect(title).toEqual({ title: "Terms of Service · Fanlight" });
  },
);
