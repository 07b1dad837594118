import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const house = process.env["TAISAI_HOUSE"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/taisai/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the pages may load fonts from their own house only, not from data addresses
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } }, // how long plugins take says nothing to whoever builds
  },
  server: { proxy: { "/api": house, "/socket": { target: house, ws: true } } },
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}), // components are tested as a browser has them
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], isolate: false, pool: "threads" }, // a world a worker: making it is most of the time
});
