import { expect, test } from "vitest";
import { shortened } from "../vite.route-list.ts";

const home = {
  id: "routes/home",
  parentId: "root",
  index: true,
  hasLoader: true,
  hasAction: false,
  hasDefaultExport: true,
  module: "/assets/home.js",
  imports: ["/assets/shell.js"],
  css: ["/assets/all.css"],
};
const list = {
  entry: { module: "/assets/entry.js", imports: ["/assets/shell.js"] },
  routes: {
    root: { id: "root", hasErrorBoundary: true, module: "/assets/root.js", css: ["/assets/all.css"] },
    home,
    stage: { ...home, id: "stage", css: ["/assets/all.css", "/assets/stage.css"] },
  },
  version: "1",
};

test("the browser's list of routes keeps what the router reads and each page's own styles, nothing else", () => {
  const { entry, routes, version } = JSON.parse(JSON.stringify(shortened(list)));
  expect(routes.home).toEqual({
    id: "routes/home",
    parentId: "root",
    index: true,
    hasLoader: true,
    module: "/assets/home.js",
  });
  expect(routes.stage.css).toEqual(["/assets/stage.css"]);
  expect(routes.root).toEqual(list.routes.root);
  // The router adds to this one without looking whether it is there.
  expect(entry).toEqual({ module: "/assets/entry.js", imports: [] });
  expect(version).toBe("1");
});
