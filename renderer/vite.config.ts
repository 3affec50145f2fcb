import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

import { LANGUAGES, type Language } from '../contract/bridge.ts';
import { translate } from '../translations/plugin.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const oneOf =
  (...parts: readonly RegExp[]) =>
  (module: string): boolean =>
    parts.some((part) => part.test(module));

/**
 * What a window is opened with comes in few files, for each is asked for by itself: what starts it and writes, and the
 * editor in two, which are compiled side by side. Each takes along what it alone imports, so what two of them share
 * stands in the earlier one.
 */
const FIRST = [
  {
    name: 'first',
    test: oneOf(
      /vite\/preload-helper/,
      /renderer\/(app\/early-editor|bridge|storage\/(keys|mirrored-store)|drafts\/documents|app-state\/(remembered|route\.))/,
      /node_modules\/svelte\/src\/(internal\/client|index-client)/,
    ),
  },
  { name: 'codemirror', test: /node_modules\/@codemirror\/(state|view)\// },
  {
    name: 'editor',
    test: oneOf(
      /renderer\/features\/scripts\/page\/early-editor/,
      /node_modules\/(@lezer\/(common|highlight|markdown)|@codemirror\/language)\//,
    ),
  },
];

/** There before main.ts runs, in a page that brings a text along. */
const EARLY_EDITOR = at('./app/load-early-editor.ts');
/** Read by V8: the functions of this file are compiled at once, and kept with it, instead of one by one when called. */
const COMPILED = new Set(['codemirror', 'editor']);
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/** The chunks that the text of a script stands with, and what they import. */
function openingFiles(bundle: Bundle): string[] {
  const files = new Set<string>();
  const take = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return;
    files.add(file);
    chunk.imports.forEach(take);
  };
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith('/features/scripts/page/early-editor.ts')))
      take(file);
  return [...files];
}

/** The host unwraps this template in a page with a preloaded draft (electron/host/preloaded-draft.ts). */
function earlyEditor(bundle: Bundle): string {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === EARLY_EDITOR);
  if (!chunk) throw new Error('The early editor was not built.');
  const script = `<script type="module" blocking="render" crossorigin src="./${chunk.fileName}"></script>`;
  return `<template id="early-editor">${script}</template>\n    `;
}

/**
 * The first paint waits for the entry, which knows theme and layout; written in index.html, Vite would drop it. What a
 * text stands with is fetched and compiled beside it, instead of after it has run.
 */
const firstPaint: Plugin = {
  name: 'first-paint',
  buildStart() {
    this.emitFile({ type: 'chunk', id: EARLY_EDITOR });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: html.replace('<script type="module"', `${earlyEditor(bundle)}<script type="module" blocking="render"`),
      tags: openingFiles(bundle)
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
    }),
  },
};

/** The tag that numbers and dates are written by. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/**
 * The renderer's bundle, in the language that `mode` names, else in English: no inline script, no data: URLs, so that
 * the strict content security policy needs no exception.
 */
export default defineConfig(({ mode }) => {
  const language = LANGUAGES.find((one) => one === mode) ?? 'en';
  const translation = (): Plugin[] => (language === 'en' ? [] : [translate(language)]);
  return {
    root: at('.'),
    base: './',
    // What it warns of in rewritten sources it says of the English ones, where they stand as they were written.
    plugins: [...translation(), svelte(language === 'en' ? {} : { onwarn: () => undefined }), firstPaint],
    define: { __LOCALE__: JSON.stringify(LOCALES[language]) },
    // Its browser build reads entities off the page's own markup: workers have none, and Trusted Types refuse it.
    resolve: {
      alias: {
        'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
      },
    },
    // Workers load their heavy parts when these are needed.
    worker: { format: 'es', plugins: translation },
    build: {
      outDir: at('../dist/renderer'),
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: FIRST.map(({ name, test }, at) => ({ name, test, priority: FIRST.length - at })) },
          postBanner: ({ name }) => (COMPILED.has(name) ? COMPILE_ALL : ''),
        },
      },
    },
  };
});
