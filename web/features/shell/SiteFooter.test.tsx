import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { PageConfigProvider, usePageConfig } from "#web/lib/page/page-config.ts";
import { SiteFooter } from "./SiteFooter.tsx";

/** The links of the footer by what they say: their address and the rest of their tag. */
function footerLinks(billingCancelUrl: string | null): Map<string, { to: string; tag: string }> {
  function Shown() {
    return (
      <PageConfigProvider value={{ ...usePageConfig(), billingCancelUrl }}>
        <SiteFooter />
      </PageConfigProvider>
    );
  }
  const Page = createRoutesStub([{ path: "/", Component: Shown }]);
  const links = renderToStaticMarkup(<Page />).matchAll(/<a ([^>]*href="([^"]*)"[^>]*)>(.*?)<\/a>/g);
  return new Map(
    [...links].map(([, tag = "", to = "", text = ""]) => [text.replace(/<.*/, ""), { to, tag }]),
  );
}

test("R-ROUTE-41, R-ROUTE-42, R-ROUTE-43, R-ROUTE-44, R-OPEN-26: the footer leads to every legal page, to support and to models' registration", () => {
  const links = footerLinks(null);
  const addresses = [...links.values()].map(({ to }) => to);
  for (const path of [
    "/terms-of-service",
    "/usc-2257",
    "/privacy-policy",
    "/anti-human-trafficking-policy",
    "/compliance-policy",
    "/creator-agreement",
    "/contact",
    "/content-removal",
  ])
    expect(addresses).toContain(path);
  expect(links.get("Become a model")?.to).toBe("/register?model=true");
});

test("R-AMB-60, R-OPEN-49: the footer leads to both ways of cancelling, the provider's where one is set up", () => {
  const url = "https://billing.example/cancel";
  expect(footerLinks(url).get("Cancel a membership")?.to).toBe("/subscription-models");
  expect(footerLinks(url).get("Cancel with the billing provider")).toEqual({
    to: url,
    tag: expect.stringMatching(/rel="[^"]*noopener/),
  });
  expect(footerLinks(null).has("Cancel with the billing provider")).toBe(false);
});
