import { createContext, useContext } from "react";
import { defaultGender } from "#web/lib/constants.ts";

export type Theme = "dark" | "light";

/** The server's decisions about a document: data of the root route. */
export type PageConfig = {
  theme: Theme;
  /** The tab has a neutral title and icon. */
  discreet: boolean;
  /** Rooms fill the window, with picture and chat alone. */
  theatre: boolean;
  requestId: string;
  /** The demonstration world is on. */
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

/** Stands in where the root route's data could not be had, and in tests. */
export const defaultPageConfig: PageConfig = {
  theme: "dark",
  discreet: false,
  theatre: false,
  requestId: "",
  demo: false,
  gender: defaultGender,
  logo: null,
  noindex: false,
  billingCancelUrl: null,
  origin: "",
  photosOrigin: "",
  adult: true,
  twitter: false,
};

const PageConfigContext = createContext(defaultPageConfig);

export const PageConfigProvider = PageConfigContext.Provider;

/** The configuration of this document as of when it was rendered. */
export function usePageConfig(): PageConfig {
  return useContext(PageConfigContext);
}

/** Only what the browser may know. */
export function pageConfigOf(known: PageConfig): PageConfig {
  const { theme, discreet, theatre, requestId, demo, gender, logo, noindex } = known;
  const { billingCancelUrl, origin, photosOrigin, adult, twitter } = known;
  return {
    ...{ theme, discreet, theatre, requestId, demo, gender, logo, noindex },
    ...{ billingCancelUrl, origin, photosOrigin, adult, twitter },
  };
}
