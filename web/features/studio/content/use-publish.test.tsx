// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closePage, inTurn, openPage } from "#testing/component/page.tsx";
import { newItemForm } from "./item-form.ts";
import { usePublish } from "./use-publish.ts";

/** How often a file has gone to the server whole. */
let sent = 0;
vi.mock("tus-js-client", () => ({
  Upload: class {
    url: string | null = null;
    readonly options: { onSuccess(): void };
    constructor(_file: Blob, options: { onSuccess(): void }) {
      this.options = options;
    }
    async findPreviousUploads() {
      return [];
    }
    async abort() {}
    start() {
      this.url = `/api/uploads/upload-${++sent}`;
      this.options.onSuccess();
    }
  },
}));

beforeEach(() => {
  sent = 0;
});
afterEach(closePage);

const endpoint = "POST /api/studio/content";
const film = (name: string) =>
  new File([new Uint8Array(4 * 1024 * 1024)], name, { type: "video/mp4", lastModified: 1 });
const films = [film("sea.mp4"), film("hills.mp4")] as const;
const poster = new Blob(["poster"]);

function Publish() {
  const { problem, publish } = usePublish("video");
  const [done, setDone] = useState("");
  const send = async (media: File) => {
    const item = { form: { ...newItemForm, title: "Sea" }, media, poster, cover: null, teaserAt: null };
    setDone((await publish(item)) ? "done" : "not done");
  };
  return (
    <>
      {films.map((media) => (
        <button key={media.name} type="button" onClick={() => void send(media)}>
          {media.name}
        </button>
      ))}
      <output>{`${done} ${problem ?? ""}`}</output>
    </>
  );
}

const shows = (text: string) => waitFor(() => expect(screen.getByRole("status").textContent).toContain(text));
const field = (body: unknown, name: string) => (body as FormData).get(name);

test("a film whose answer was lost is published under the same id, and is not sent again", async () => {
  const { user, callsOf } = openPage(<Publish />, {
    [endpoint]: inTurn({ status: 0 }, { status: 502 }, { status: 201, body: { id: 5 } }),
  });
  const press = () => user.click(screen.getByRole("button", { name: "sea.mp4" }));
  await press();
  await shows("not done We didn’t hear back");
  await press();
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(2));
  await shows("not done");
  await press();
  await shows("done ");
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(3));
  const bodies = callsOf(endpoint).map(({ body }) => body);
  expect(new Set(bodies.map((body) => field(body, "client_id"))).size).toBe(1);
  expect(bodies.map((body) => field(body, "upload_id"))).toEqual(Array(3).fill("upload-1"));
});

test("another film after a lost answer is another item", async () => {
  const { user, callsOf } = openPage(<Publish />, {
    [endpoint]: inTurn({ status: 0 }, { status: 201, body: { id: 6 } }),
  });
  await user.click(screen.getByRole("button", { name: "sea.mp4" }));
  await shows("not done");
  await user.click(screen.getByRole("button", { name: "hills.mp4" }));
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(2));
  const [first, second] = callsOf(endpoint).map(({ body }) => body);
  expect(field(second, "client_id")).not.toBe(field(first, "client_id"));
  expect(field(second, "upload_id")).toBe("upload-2");
});

test("a form that was refused looks again what the server has of its film", async () => {
  const refused = {
    status: 422,
    body: { code: "invalid", message: "Not so.", errors: { media: ["no film"] } },
  };
  const { user, callsOf } = openPage(<Publish />, {
    [endpoint]: inTurn(refused, { status: 201, body: { id: 7 } }),
  });
  await user.click(screen.getByRole("button", { name: "sea.mp4" }));
  await shows("no film");
  await user.click(screen.getByRole("button", { name: "sea.mp4" }));
  await waitFor(() => expect(callsOf(endpoint)).toHaveLength(2));
  expect(sent).toBe(2);
});
