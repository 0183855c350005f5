import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { openVideo, videoOf } from "#testing/web/item.ts";
import { putItem } from "#web/entities/content/content-query.ts";
import { createApi } from "#web/lib/api/api.ts";
import { fetchModelContent, modelContentQuery } from "./model-content-query.ts";

function answering(status: number, body: unknown) {
  const paths: string[] = [];
  const transport = async ({ path }: { path: string }) => {
    paths.push(path);
    return { status, text: JSON.stringify(body) };
  };
  return { paths, api: createApi({ transport, token: () => null, language: () => "en" }) };
}

const page = { data: [videoOf({ id: 5 })], links: { next: null }, meta: { current_page: 1, last_page: 1 } };

test("R-PROFILE-03, R-PROFILE-04: a model's videos and posts are asked for by their name, page by page", async () => {
  const { api, paths } = answering(200, page);
  expect((await fetchModelContent(api, "video", "rosa")).data).toHaveLength(1);
  await fetchModelContent(api, "post", "rosa", { page: 2, until: "2026-11-21T12:00:00Z" });
  expect(paths).toEqual([
    "/api/model-profile-attachments/rosa?page=1",
    "/api/model-profile-posts/rosa?page=2&until=2026-11-21T12%3A00%3A00Z",
  ]);
  const unknown = answering(404, { message: "No.", code: "unknown_model" }).api;
  await expect(fetchModelContent(unknown, "video", "nobody")).rejects.toThrow("No.");
});

test("R-CONTENT-02: what was bought is open on the page of its model, too", () => {
  const client = new QueryClient();
  const { queryKey } = modelContentQuery("video", "rosa");
  client.setQueryData(queryKey, { pages: [page], pageParams: [{ page: 1 }] });
  putItem(client, "video", openVideo);
  expect(client.getQueryData(queryKey)?.pages[0]?.data[0]?.payed).toBe(true);
});
