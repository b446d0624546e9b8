// Builds the pages (`remix vite:build`) and serves everything while it is worked on (`npm run dev`).
// The Worker that is deployed is bundled by wrangler: see wrangler.toml.

import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { type UserConfig, defineConfig } from 'vite'
import { chunkOf } from './scripts/lib/chunks.mjs'

export default defineConfig(async ({ command, isSsrBuild }): Promise<UserConfig> => ({
  plugins: [
    // Before Remix, which would answer the pages itself, in Node. Imported only when needed: it brings wrangler with it.
    command === 'serve' && !process.env.VITEST ? (await import('./scripts/lib/dev-server.mjs')).devPlugins() : [],
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    // Slower than esbuild by seconds and smaller by four in a hundred: every visitor downloads it, we build it once.
    minify: isSsrBuild ? 'esbuild' : 'terser',
    // Reading a property does nothing by itself, in none of what is bundled.
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3, pure_getters: true } },
    rollupOptions: {
      // A chunk of the server does not name what its own imports import: wrangler would warn of each such name that does nothing.
      output: isSsrBuild ? { hoistTransitiveImports: false } : { manualChunks: chunkOf },
      // Modules of the Worker stay imports in the server build: wrangler bundles one copy of each, shared with the API.
      external: isSsrBuild ? [/^#(?:domain|db|party|services|session)\//] : [],
      // None of them does anything by being imported, so an import without a use is left out.
      treeshake: { moduleSideEffects: isSsrBuild ? 'no-external' : true },
    },
  },
}))
