// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { CountryField } from "./CountryField.tsx";

const store = "POST /api/fan/set-country";

afterEach(closePage);

test("a country that is passed on the way to another is not the one that is kept", async () => {
  const first = Promise.withResolvers<null>();
  const requested = (body: unknown) => (body as { country: string }).country;
  const page = openPage(<CountryField />, {
    "GET /api/fan/profile": fanProfile({ country: "US" }),
    [store]: ({ body }): Reply | Promise<Reply> => {
      const stored = { status: 200, body: fanProfile({ country: requested(body) }) };
      return requested(body) === "CA" ? first.promise.then(() => stored) : stored;
    },
  });
  const field = screen.getByLabelText<HTMLSelectElement>("Country you live in");
  await waitFor(() => expect(field.value).toBe("US"));
  for (const value of ["CA", "CL", "CO"]) {
    fireEvent.change(field, { target: { value } });
    expect(field.value).toBe(value);
  }
  first.resolve(null);
  await waitFor(() => expect(page.callsOf(store).map(({ body }) => requested(body))).toEqual(["CA", "CO"]));
  await waitFor(() => expect(field.value).toBe("CO"));
});
