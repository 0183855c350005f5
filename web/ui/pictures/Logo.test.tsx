import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type PageConfig, PageConfigProvider } from "#web/lib/page/page-config.ts";
import { Logo } from "./Logo.tsx";

const config: PageConfig = {
  theme: "dark",
  discreet: false,
  theatre: false,
  requestId: "",
  demo: false,
  gender: 1,
  origin: "",
  photosOrigin: "",
  adult: true,
  twitter: false,
  logo: null,
  noindex: false,
  billingCancelUrl: null,
};
const drawn = (logo: string | null) =>
  renderToStaticMarkup(
    <PageConfigProvider value={{ ...config, logo }}>
      <Logo />
    </PageConfigProvider>,
  );

test("R-NAV-02: two hosts with logos of their own show two pictures, the main host the drawn mark", () => {
  expect(drawn("/logo-afterglow.svg")).toContain('src="/logo-afterglow.svg"');
  expect(drawn("/logo-nightcap.svg")).toContain('src="/logo-nightcap.svg"');
  expect(drawn(null)).not.toContain("<img");
  expect(drawn(null)).toContain("<svg");
});
