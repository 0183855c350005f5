import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");
// oxlint-disable-next-line typescript/no-explicit-any -- each is read as the kind that it says it is
type Document = any;
const documentsIn = (text: string): Document[] =>
  parseAllDocuments(text, { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const [compose] = documentsIn(textOf("deploy/compose.yaml"));
const cluster = documentsIn(textOf("deploy/kubernetes.yaml"));
const ofKind = (kind: string): Document => cluster.find((document) => document.kind === kind);
const { version } = JSON.parse(textOf("package.json")) as { version: string };

test("of the containers of one machine none fills memory or disk, and the product's alone have its secrets", () => {
  for (const [name, service] of Object.entries<Document>(compose.services)) {
    expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    expect(service.logging.options, name).toMatchObject({ "max-size": expect.any(String), "max-file": "5" });
    expect(service.env_file, name).toBe(name.startsWith("node") ? "secrets.env" : undefined);
  }
});

test("each image is named by a version, ours by this one, also where the guide makes it", () => {
  const services = Object.values<Document>(compose.services);
  const [container] = ofKind("Deployment").spec.template.spec.containers;
  const images: string[] = [...services.map(({ image }) => image), container.image];
  for (const image of images) expect(image).toMatch(/:\d/);
  const ours = images.filter((image) => image.includes("fanlight"));
  expect(new Set(ours.map((image) => image.split(":")[1]))).toEqual(new Set([version]));
  expect(textOf("docs/operations.md").match(/-t fanlight\S*/g)).toEqual(
    Array.from({ length: 2 }, () => `-t fanlight:${version}`),
  );
});

test("in a cluster each process of the media engine has its port open, over UDP and TCP", () => {
  const [container] = ofKind("Deployment").spec.template.spec.containers;
  const setting = (wanted: string) =>
    Number(container.env.find(({ name }: { name: string }) => name === wanted).value);
  const ports = Array.from({ length: setting("MEDIA_WORKERS") }, (_, nth) => setting("MEDIA_PORT") + nth);
  const wanted = ports.flatMap((port) => [`${port} UDP`, `${port} TCP`]);
  const opened = container.ports.filter(({ hostPort }: Document) => hostPort);
  const named = (each: Document[], port: string) => each.map((one) => `${one[port]} ${one.protocol}`);
  expect(named(opened, "hostPort")).toEqual(wanted);
  expect(named(opened, "containerPort")).toEqual(wanted);
  const rules = ofKind("NetworkPolicy").spec.ingress.filter(({ from }: Document) => !from);
  const letIn = named(
    rules.flatMap(({ ports }: Document) => ports),
    "port",
  );
  expect(letIn).toEqual(["3000 TCP", ...wanted]);
});

test("a cluster's own Prometheus reads our figures, under the name and with the rules of the alerts", () => {
  const file = "deploy/kubernetes-monitoring.yaml";
  const [monitor] = documentsIn(textOf(file));
  const service = ofKind("Service");
  expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
  const [endpoint] = monitor.spec.endpoints;
  expect(service.spec.ports.map(({ name }: Document) => name)).toContain(endpoint.port);
  const [alerts] = documentsIn(textOf("deploy/alerts.yml"));
  expect(textOf("deploy/alerts.yml")).toContain(`job="${service.metadata.name}"`);
  const [, command = ""] = /^#\s+(\{ sed .* \}) \| kubectl apply -f -$/m.exec(textOf(file)) ?? [];
  const [rule] = documentsIn(execFileSync("sh", ["-c", command], { cwd: root, encoding: "utf8" }));
  expect(rule).toMatchObject({ kind: "PrometheusRule", spec: { groups: alerts.groups } });
});
