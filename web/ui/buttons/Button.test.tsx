import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "./Button.tsx";

test("a button says that it cannot be pressed, whether it is busy or its user says so", () => {
  expect(renderToStaticMarkup(<Button aria-disabled="true">Send</Button>)).toContain('aria-disabled="true"');
  expect(renderToStaticMarkup(<Button busy>Send</Button>)).toContain('aria-disabled="true"');
  expect(renderToStaticMarkup(<Button>Send</Button>)).not.toContain("aria-disabled");
});
