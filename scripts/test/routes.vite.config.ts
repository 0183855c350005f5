import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/**
 * The part of the build that `react-router typegen` needs: with all of its plugins it would compile the messages as
 * well.
 */
export default defineConfig({ plugins: [reactRouter()] });
