import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The renderer's bundle: no inline script, no data: URLs, so that the strict content security policy needs no exception. */
export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [svelte()],
  // Its browser build reads entities off the page's own markup: workers have none, and Trusted Types refuse it.
  resolve: {
    alias: {
      'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
    },
  },
  // Workers load their heavy parts when these are needed.
  worker: { format: 'es' },
  build: {
    outDir: at('../dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
