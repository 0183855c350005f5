import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { type Answers, type OpenPage, openPage, type PageOptions } from "./page.tsx";

/** Draws a part as the server does, does `early` in what it sent, and hydrates it there. */
export function hydratePage(
  part: ReactNode,
  early: (served: HTMLElement) => void,
  answers: Answers = {},
  options: PageOptions = {},
): OpenPage {
  const draw = (page: ReactNode) => {
    const container = document.body.appendChild(document.createElement("div"));
    container.innerHTML = renderToString(page);
    early(container);
    render(page, { container, hydrate: true });
  };
  return openPage(part, answers, { ...options, draw });
}
