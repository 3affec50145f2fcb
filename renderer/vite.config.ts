import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The renderer's bundle: no inline script, no data: URLs, so that the strict content security policy needs no exception. */
export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [svelte()],
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
