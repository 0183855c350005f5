import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";

/** The way back from a forgotten password. */
export function BackToLogin() {
  return (
    <>
      {m.password_back()}{" "}
      <Link to="/login" className="font-[550] text-accent hover:underline">
        {m.auth_login_title()}
      </Link>
    </>
  );
}
