// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { openedComponent } from "./lazy.tsx";

afterEach(cleanup);

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

test("what a press opens shows its place until its code is there, and from then on itself at once", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  let loads = 0;
  const Opened = openedComponent<{ name: string }>(
    () => {
      loads += 1;
      return promise;
    },
    ({ name }) => <p>wait, {name}</p>,
  );
  const page = render(<Opened name="Nico" />);
  screen.getByText("wait, Nico");
  page.rerender(<Opened name="Sofia" />);
  screen.getByText("wait, Sofia");
  await act(async () => resolve(Greeting));
  screen.getByText("Hello Sofia");
  page.unmount();
  render(<Opened name="Luna" />);
  screen.getByText("Hello Luna");
  expect(loads).toBe(1);
});

test("code that cannot be loaded ends at the error boundary around it", async () => {
  const Opened = openedComponent(() => Promise.reject(new Error("no such part")));
  await act(
    async () =>
      void render(
        <Boundary>
          <Opened />
        </Boundary>,
        { onCaughtError: () => {} },
      ),
  );
  screen.getByText("no such part");
});

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children;
  }
}
