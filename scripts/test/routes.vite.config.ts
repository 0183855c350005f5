import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/** What `react-router typegen` needs of the build: with all of its plugins it would compile the messages as well. */
export default defineConfig({ plugins: [reactRouter()] });
