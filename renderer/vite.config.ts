import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

import { LANGUAGES, type Language } from '../contract/settings.ts';
import { translate } from '../translations/plugin.ts';

const toPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const oneOf =
  (...parts: readonly RegExp[]) =>
  (module: string): boolean =>
    parts.some((part) => part.test(module));

/**
 * Bundles the code that opens a window into few files, because each is a request of its own: one starts it and saves,
 * and two hold the editor, which compile side by side. Each also holds what only it imports; shared code is in the
 * earlier file.
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

/** Loaded before main.ts runs, in a page that brings a text along. */
const EARLY_EDITOR = toPath('./app/load-early-editor.ts');
/** Lists chunks whose functions V8 compiles at once, and keeps with them, instead of one by one when called. */
const COMPILED_CHUNKS = new Set(['codemirror', 'editor']);
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/** Returns the chunks that a script's text needs to be shown, and what they import. */
function listOpeningFiles(bundle: Bundle): string[] {
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
function findEarlyEditor(bundle: Bundle): string {
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
      html: html.replace('<script type="module"', `${findEarlyEditor(bundle)}<script type="module" blocking="render"`),
      tags: listOpeningFiles(bundle)
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
    }),
  },
};

/** Matches the folder of a package in a file's path. */
const PACKAGE = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/** Lists the folders of the packages that the window's files hold, for scripts/licences.mjs. */
function createPackageList(): { own: Plugin; worker: Plugin } {
  const foundPackages = new Set<string>();
  const note = (bundle: Bundle): void => {
    for (const file of Object.values(bundle))
      for (const path of file.type === 'chunk' ? file.moduleIds : file.originalFileNames) {
        const folder = PACKAGE.exec(path)?.[1];
        if (folder !== undefined && !path.startsWith('\0')) foundPackages.add(folder);
      }
  };
  return {
    worker: { name: 'packages-of-workers', generateBundle: (_, bundle) => note(bundle) },
    own: {
      name: 'packages',
      generateBundle(_, bundle) {
        note(bundle);
        this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...foundPackages].sort()) });
      },
    },
  };
}

/** Maps languages to the tag that numbers and dates are written by. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/**
 * Builds the renderer in the language that `mode` names, else in English: no inline script, no data: URLs, so that the
 * strict content security policy needs no exception.
 */
export default defineConfig(({ mode }) => {
  const language = LANGUAGES.find((one) => one === mode) ?? 'en';
  const packages = createPackageList();
  const createTranslation = (): Plugin[] => (language === 'en' ? [] : [translate(language)]);
  return {
    root: toPath('.'),
    base: './',
    // The build in English gives the same warnings, at the places of the sources.
    plugins: [
      ...createTranslation(),
      svelte(language === 'en' ? {} : { onwarn: () => undefined }),
      firstPaint,
      packages.own,
    ],
    define: { __LOCALE__: JSON.stringify(LOCALES[language]) },
    // The package's browser build reads entities from the page's markup, which workers do not have and Trusted Types
    // refuse.
    resolve: {
      alias: {
        'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
      },
    },
    // Workers load their heavy parts when these are needed.
    worker: { format: 'es', plugins: () => [...createTranslation(), packages.worker] },
    build: {
      outDir: toPath('../dist/renderer'),
      emptyOutDir: true,
      target: 'chrome130',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: FIRST.map(({ name, test }, at) => ({ name, test, priority: FIRST.length - at })) },
          postBanner: ({ name }) => (COMPILED_CHUNKS.has(name) ? COMPILE_ALL : ''),
        },
      },
    },
  };
});
