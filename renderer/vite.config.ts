import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * What a window is opened with comes in few files: what starts it, what writes, the editor. Each takes along what it
 * alone imports, so what two of them share stands in the earlier one.
 */
const FIRST = [
  { name: 'first', test: /vite\/preload-helper|renderer\/(bridge|offline\/(keys|store)\.|studio\/remembered)/ },
  { name: 'written', test: /node_modules\/svelte\/src\/(internal\/client|index-client)|renderer\/offline\/written/ },
  { name: 'editor', test: /renderer\/features\/scripts\/opening/ },
];

/** The first paint waits for the entry, which knows theme and layout. Written in index.html, Vite would drop it. */
const paintAfterEntry: Plugin = {
  name: 'paint-after-entry',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
};

/** The renderer's bundle: no inline script, no data: URLs, so that the strict content security policy needs no exception. */
export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [svelte(), paintAfterEntry],
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
    rolldownOptions: {
      output: { codeSplitting: { groups: FIRST.map((group, at) => ({ ...group, priority: FIRST.length - at })) } },
    },
  },
});
