import * as z from "zod/mini";
import {
  emailLengthMax,
  emailPattern,
  loginCharacter,
  loginLength,
  passwordLength,
} from "#contract/field-bounds.ts";
import { written } from "#contract/written-text.ts";

/** Codes of what can be wrong with a field; the message is chosen where it is shown. */
export type FieldIssue =
  | "required"
  | "login_characters"
  | "email_format"
  | "passwords_differ"
  | "consent_required"
  | "login_taken"
  | "email_taken"
  | `min_${number}`
  | `max_${number}`;

/** Not aborting: rules across fields must be checked while single fields are still wrong. The first issue is shown. */
const issue = (code: FieldIssue) => ({ error: code });

const required = () => z.string().check(z.overwrite(written), z.minLength(1, issue("required")));

const login = required().check(
  z.minLength(loginLength.min, issue(`min_${loginLength.min}`)),
  z.maxLength(loginLength.max, issue(`max_${loginLength.max}`)),
  z.regex(new RegExp(`^${loginCharacter}*$`), issue("login_characters")),
);
const email = required().check(
  z.maxLength(emailLengthMax, issue(`max_${emailLengthMax}`)),
  z.regex(emailPattern, issue("email_format")),
);
/** As the server reads one, so that its length and the comparison with its repetition are the same. */
const passwordAgain = z.string().check(z.normalize("NFC"), z.minLength(1, issue("required")));
const password = z
  .string()
  .check(
    z.normalize("NFC"),
    z.minLength(1, issue("required")),
    z.minLength(passwordLength.min, issue(`min_${passwordLength.min}`)),
    z.maxLength(passwordLength.max, issue(`max_${passwordLength.max}`)),
  );
const consent = z.boolean().check(z.refine((given) => given, issue("consent_required")));

export const loginForm = z.object({
  login: required(),
  password: z.string().check(z.minLength(1, issue("required"))),
});
export type LoginForm = z.infer<typeof loginForm>;

export const registerForm = z
  .object({
    model: z.boolean(),
    login,
    email,
    password,
    password_confirmation: passwordAgain,
    over_18: consent,
    accept_terms: consent,
    accept_privacy: consent,
    accept_creator_agreement: z.boolean(),
  })
  .check(
    z.refine((form) => form.password_confirmation === "" || form.password === form.password_confirmation, {
      path: ["password_confirmation"],
      error: "passwords_differ",
      when: () => true,
    }),
    z.refine((form) => !form.model || form.accept_creator_agreement, {
      path: ["accept_creator_agreement"],
      error: "consent_required",
      when: () => true,
    }),
  );
export type RegisterForm = z.infer<typeof registerForm>;

const sameTwice = <Form extends { password: string; password_confirmation: string }>() =>
  z.refine<Form>(
    (form) => form.password_confirmation === "" || form.password === form.password_confirmation,
    {
      path: ["password_confirmation"],
      error: "passwords_differ",
      when: () => true,
    },
  );

/** Asking for a link to a new password. */
export const forgotForm = z.object({ email });
export type ForgotForm = z.infer<typeof forgotForm>;

/** A new password by a mailed link. */
export const newPasswordForm = z
  .object({ password, password_confirmation: passwordAgain })
  .check(sameTwice());
export type NewPasswordForm = z.infer<typeof newPasswordForm>;

/** The server asks for both where the account has them. */
const proof = { current_password: z.string(), one_time_code: z.string() };

/** Another email. The server asks for the present password where there is one. */
export const emailForm = z.object({ email, ...proof });
export type EmailForm = z.infer<typeof emailForm>;

/** Another password. */
export const passwordForm = z
  .object({ ...proof, password, password_confirmation: passwordAgain })
  .check(sameTwice());
export type PasswordForm = z.infer<typeof passwordForm>;

export const socialForm = z.object({
  login,
  over_18: consent,
  accept_terms: consent,
  accept_privacy: consent,
});
export type SocialForm = z.infer<typeof socialForm>;

/** Whether a user name is complete enough to ask the server for its uniqueness. */
export const isWholeLogin = (text: string): boolean => z.safeParse(login, text).success;
/** Whether an email address is complete enough to ask the server for its uniqueness. */
export const isWholeEmail = (text: string): boolean => z.safeParse(email, text).success;
