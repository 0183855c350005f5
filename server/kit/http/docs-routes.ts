import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** `/api/openapi.json`, and a page to read it at `/api/docs`. */
export async function docsRoutes(app: FastifyInstance, document: object): Promise<void> {
  app.get("/api/openapi.json", () => document);
  await app.register(async (scope) => {
    await scope.register(swagger, { mode: "static", specification: { document: document as never } });
    await scope.register(swaggerUi, {
      routePrefix: "/api/docs",
      staticCSP: true,
      uiConfig: { docExpansion: "list", deepLinking: true },
    });
  });
}
