import { createContext, useContext } from "react";
import { DEFAULT_GENDER } from "#web/lib/constants.ts";
import type { Theme } from "./request-context.ts";

/** Configuration that the server writes into the document and the browser reads back from it. */
export type PageConfig = {
  theme: Theme;
  requestId: string;
  demo: boolean;
  /** The gender chosen for this visit, when the document was rendered. */
  gender: number;
  /** The picture that stands for the product under this host; null for its own logo. */
  logo: string | null;
  /** Search engines must not index this host. */
  noindex: boolean;
  /** Page of the external billing provider where a membership can be cancelled, or null. */
  billingCancelUrl: string | null;
  /** Scheme and host by which the public reaches us, without a trailing slash. */
  origin: string;
  /** Where the files of chats are sent. */
  photosOrigin: string;
  /** Nobody has to be asked for their age: certified in this browser, or signed in. */
  adult: boolean;
  /** Signing in with X is set up. */
  twitter: boolean;
};

const PageConfigContext = createContext<PageConfig>({
  theme: "dark",
  requestId: "",
  demo: false,
  gender: DEFAULT_GENDER,
  logo: null,
  noindex: false,
  billingCancelUrl: null,
  origin: "",
  photosOrigin: "",
  adult: true,
  twitter: false,
});

export const PageConfigProvider = PageConfigContext.Provider;

/** The configuration of this document as of when it was rendered. */
export function usePageConfig(): PageConfig {
  return useContext(PageConfigContext);
}

/** Reads the configuration back from `<html data-…>`. Browser only. */
export function readPageConfig(): PageConfig {
  const { theme, request, demo, gender, logo, noindex, billing, origin, photos, adult, twitter } =
    document.documentElement.dataset;
  return {
    theme: theme === "light" ? "light" : "dark",
    requestId: request ?? "",
    demo: demo === "true",
    gender: Number(gender ?? DEFAULT_GENDER),
    logo: logo ?? null,
    noindex: noindex === "true",
    billingCancelUrl: billing ?? null,
    origin: origin ?? "",
    photosOrigin: photos ?? "",
    adult: adult === "true",
    twitter: twitter === "true",
  };
}
