import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const SMALL = 1024; // bytes, below which compression is not worth a file

/** Puts .br and .gz next to what compresses well; the server sends what the browser takes. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|svg|html|json)$/.test(name)) continue;
        const file = join(folder, name);
        const body = readFileSync(file);
        if (body.length < SMALL) continue;
        const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        writeFileSync(`${file}.br`, brotliCompressSync(body, best));
        writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), compressed()],
  // Tests run components as a browser would, not as a server.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/baumeister/server/page",
    emptyOutDir: true,
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    // Every file costs a request and its heads: few small ones.
    rollupOptions: { output: { experimentalMinChunkSize: 6_000 } },
  },
  // While working on the page: `baumeister serve` in one terminal, `npm run dev` in another.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8010", ws: true } } },
  // One browser for all files: a fresh one for each takes ten times as long as the tests.
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    pool: "threads",
    fileParallelism: false,
    isolate: false,
  },
}));
