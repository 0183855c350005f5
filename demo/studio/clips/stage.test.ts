import { expect, test } from "vitest";
import { demoModels } from "../../models.ts";
import { presenterOf } from "../appearances.ts";
import { presenterSvg } from "../presenters/compose.ts";
import { withPlainColours } from "./stage.ts";

test("a translucent colour becomes a colour and an opacity", () => {
  expect(withPlainColours('<path d="M0 0" fill="#fff8"/>')).toBe(
    '<path d="M0 0" fill="#fff" fill-opacity="0.533"/>',
  );
  expect(withPlainColours('<g stroke="#11223380"/>')).toBe('<g stroke="#112233" stroke-opacity="0.502"/>');
  expect(withPlainColours('<path fill="#0003" fill-opacity="0.5"/>')).toBe(
    '<path fill="#000" fill-opacity="0.100"/>',
  );
});

test("an opaque colour stays as it is", () => {
  for (const tag of ['<path fill="#FF5C93"/>', '<path fill="#abc"/>', '<path fill="url(#sky)"/>']) {
    expect(withPlainColours(tag)).toBe(tag);
  }
});

test("no presenter keeps a colour that the canvas would paint black", () => {
  for (const member of demoModels) {
    const svg = withPlainColours(presenterSvg(presenterOf(member), { width: 480, height: 600 }));
    expect(svg).not.toMatch(/(?:fill|stroke|stop-color)="#(?:[0-9a-f]{4}|[0-9a-f]{8})"/i);
  }
});
