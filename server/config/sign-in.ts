import { z } from "zod";
import { address, secretText, setting } from "./setting.ts";

/** The settings of sessions, second factors and passwords. */
export const signInSettings = {
  JWT_SECRET: setting(
    {
      about:
        "Signs tokens and tickets, ≥ 32 characters; required with `DEMO=0`. [What a new one ends](operations.md#a-secret-has-leaked)",
      example: "<openssl rand -base64 48>",
      unset: "made once, kept in `DATA_DIR`",
    },
    secretText.optional(),
  ),
  SECOND_FACTOR_SECRET: setting(
    {
      about:
        "Seals the secrets of authenticator apps and saved cards, ≥ 32 characters. Before `JWT_SECRET` changes, set it to the former value",
      example: "<the former JWT_SECRET>",
      unset: "`JWT_SECRET`",
    },
    secretText.optional(),
  ),
  STAFF_SECOND_FACTOR: setting(
    {
      about: "`required`: staff reach the admin area only after they have turned on two-step login",
      example: "required",
      unset: "`optional`; `required` with `DEMO=0`",
    },
    z.enum(["required", "optional"]).optional(),
  ),
  GUESSABLE_PASSWORDS: setting(
    {
      about:
        "`refused`: no password that is tried first or little more than the own name. `allowed`: 6 to 72 characters suffice",
      example: "refused",
      unset: "`allowed`; `refused` with `DEMO=0`",
    },
    z.enum(["refused", "allowed"]).optional(),
  ),
  PWNED_PASSWORDS_URL: setting(
    {
      about:
        "Service of the Pwned Passwords protocol: chosen passwords that leaked are refused. Only five digits of a hash are sent",
      example: "https://api.pwnedpasswords.com",
    },
    address.optional(),
  ),
};
