import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { cookieNames } from "#web/lib/constants.ts";
import { dropCookie, readCookie } from "#web/lib/cookies.ts";

/** The reports in the server's cookies, until they were read. */
export type Notices = {
  /** The tokens that were given for the proved email, as the cookie has it; null when there is nothing to show. */
  emailConfirmed: string | null;
  passwordUpdated: boolean;
  forget(notice: "emailConfirmed" | "resetPassword"): void;
};

/** Looks at the cookies on arrival and after every move. */
export function useNotices(): Notices {
  const { key } = useLocation();
  const [notices, setNotices] = useState(read);
  // A move to another page is the reason to look again
  useEffect(() => setNotices(read()), [key]);
  return {
    ...notices,
    forget(notice) {
      dropCookie(cookieNames[notice]);
      setNotices(read());
    },
  };
}

function read(): Pick<Notices, "emailConfirmed" | "passwordUpdated"> {
  return {
    emailConfirmed: readCookie(document.cookie, cookieNames.emailConfirmed),
    passwordUpdated: readCookie(document.cookie, cookieNames.resetPassword) !== null,
  };
}
