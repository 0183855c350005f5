import { data, type RouterContextProvider } from "react-router";
import { Refusal } from "#web/lib/api/refusal.ts";

/** A form that was sent before JavaScript had come, or without it. */
export type SentForm = { request: Request; context: Readonly<RouterContextProvider> };

/** Why a form was refused, for the page that shows it again. `values`: what was typed, but for passwords. */
export type RefusedForm = {
  values: Record<string, string>;
  errors: Record<string, string[]>;
  problem: string | null;
  /** The API's code, for example `second_factor_required`. */
  code: string;
};

export async function readForm(request: Request) {
  const form = await request.formData();
  return {
    text: (name: string) => String(form.get(name) ?? ""),
    checked: (name: string) => form.has(name),
  };
}

type RefusedAnswer = {
  status: number;
  body: { code: string; message: string; errors?: Record<string, string[]> };
};

/** An action's answer for a form that the API has refused. `problemText`: its sentence, where it names no fields. */
export function refuseForm(
  answer: RefusedAnswer,
  values: Record<string, string>,
  problemText: (refusal: Refusal) => string,
) {
  const errors = answer.body.errors ?? {};
  const problem = Object.keys(errors).length > 0 ? null : problemText(new Refusal(answer));
  // No answer of the API at all is ours to answer for.
  const status = answer.status === 0 ? 503 : answer.status;
  return data<RefusedForm>({ values, errors, problem, code: answer.body.code }, { status });
}
