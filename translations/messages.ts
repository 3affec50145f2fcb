/**
 * Extracts the window's texts from its sources, where they are written in place, without keys or calls. For languages
 * other than English the build replaces each text (plugin.ts).
 */
import { adapter as svelteAdapter, defaultArgs as svelteDefaults } from '@wuchale/svelte';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getKey, IndexTracker, type Message, type RuntimeConf } from 'wuchale';
import { adapter as scriptAdapter, defaultArgs as scriptDefaults } from 'wuchale/adapter-vanilla';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Folders with texts of the window; contract and markdown contribute only texts that the window shows. */
const FOLDERS = ['renderer', 'contract', 'markdown'];
const EXCLUDED_PATHS = [
  /\.test\.ts$|\.d\.ts$|\/(fake|test)-/,
  /^renderer\/(ui\/kit\/|vite\.config)/,
  /^contract\/(?!fields|agent-models|abilities|schema\/)/,
  /^markdown\/(?!from-(docx|html|subtitles)|to-(docx|fountain)|unreadable-file|pictures-beside|(docx|fdx)\/losses|encoding\/|html\/(notes|parse|tables)|voice\/check)/,
];

/** Props and attributes that are never text. */
const NON_TEXT_PROPS = new Set(
  'autocomplete class combo d for href id inputmode lang rel role shortcut src style target type variant viewBox'.split(
    ' ',
  ),
);
/** Props that are text even if they are a single word in lower case. */
const TEXT_PROPS = new Set(['note', 'unit']);
/** Arguments of these calls are names, platform expressions or log lines. */
const NON_TEXT_CALLS =
  /(^|\.)(closest|matches|matchMedia|querySelector(All)?|stores|theme|baseTheme)$|^(console|log)\./;
/** Matches selectors, style sheet values, markup, and names of keys, headers and errors. */
const NON_TEXT_PATTERN =
  /^(translate|translate3d|rotate|minmax)\(|^[.&<]|="|\[role|\dpx|\bvar\(--|^(Mod|Ctrl|Alt|Shift|Control)[-+]|^(Arrow|X-)|^\w+Error$|^(Enter|Escape|Backspace|Tab|End|Control|Meta|FencedCode|CodeBlock)$/;

function isText({ msgStr, details: { scope, element, attribute, call } }: Message): boolean {
  const text = msgStr.join(' ');
  if (!/\p{L}/u.test(text)) return false;
  if (element !== undefined && ['script', 'style', 'path', 'code', 'pre'].includes(element)) return false;
  if (scope === 'markup') return true;
  if (attribute !== undefined && NON_TEXT_PROPS.has(attribute)) return false;
  if (scope === 'attribute' && attribute !== undefined && TEXT_PROPS.has(attribute)) return true;
  if ((call !== undefined && NON_TEXT_CALLS.test(call)) || NON_TEXT_PATTERN.test(text)) return false;
  return /\p{L}.*\s|\s.*\p{L}/su.test(text) || /^\p{Lu}.*\p{Ll}/u.test(text);
}

const RUNTIME: RuntimeConf = {
  // The language does not change while a window is open, so the texts are imported once per file.
  initReactive: () => null,
  useReactive: false,
  plain: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
  reactive: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
};
const OPTIONS = { heuristic: (message: Message) => isText(message) && 'message', runtime: RUNTIME } as const;
const svelte = svelteAdapter({ ...svelteDefaults, ...OPTIONS, loader: 'custom' });
const script = scriptAdapter({ ...scriptDefaults, ...OPTIONS, loader: 'custom' });

/** Returns the path relative to the root, with slashes. */
export const toRelativePath = (path: string): string => relative(ROOT, path).split(sep).join('/');

export const hasTexts = (name: string): boolean =>
  FOLDERS.some((folder) => name.startsWith(`${folder}/`)) &&
  /\.(ts|svelte)$/.test(name) &&
  !EXCLUDED_PATHS.some((pattern) => pattern.test(name));

export const listSourceFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      toRelativePath(join(ROOT, folder, name)),
    ),
  )
    .filter(hasTexts)
    .sort();

export interface ExtractedTexts {
  readonly messages: readonly Message[];
  /** Returns the source with each text replaced by its index in `messages`; `head` is put in front. */
  readonly rewrite: (head: string) => { code?: string; map?: unknown };
}

/** Returns the texts of one file, each once. */
export async function extractTexts(name: string, content: string): Promise<ExtractedTexts> {
  const index = new IndexTracker();
  const { transform } = name.endsWith('.svelte') ? svelte : script;
  const { msgs, output } = await transform({
    content,
    filename: name,
    index,
    expr: { plain: '', reactive: '' },
    matchUrl: () => null,
  });
  const messages: Message[] = [];
  for (const message of msgs) messages[index.get(getKey(message.msgStr, message.context))] ??= message;
  return { messages, rewrite: output };
}
