/**
 * What the window says, read off its sources: its texts stand in them as they are, without keys or calls. English needs
 * nothing more; for every other language the build puts another text in each place (plugin.ts).
 */
import { adapter as svelteAdapter, defaultArgs as svelteDefaults } from '@wuchale/svelte';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getKey, IndexTracker, type Message, type RuntimeConf } from 'wuchale';
import { adapter as scriptAdapter, defaultArgs as scriptDefaults } from 'wuchale/adapter-vanilla';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the window's texts stand; of the contract and of a script's marks only what a person reads in the window. */
const FOLDERS = ['renderer', 'contract', 'markdown'];
const LEFT_OUT = [
  /\.test\.ts$|\.d\.ts$|\/(fake|test)-/,
  /^renderer\/(ui\/kit\/|vite\.config)/,
  /^contract\/(?!fields|agent-models|abilities|schema\/)/,
  /^markdown\/(?!from-(html|docx)|voice\/check)/,
];

/** Props and attributes that are no text, whatever they look like. */
const NO_TEXT = new Set(
  'autocomplete class combo d for href id inputmode lang rel role shortcut src style target type variant viewBox'.split(
    ' ',
  ),
);
/** Props that are text even where they are a single word in lower case. */
const TEXT = new Set(['note', 'unit']);
/** What is given to them is a name or an expression of the platform's. */
const NO_TEXT_CALLS = /(^|\.)(closest|matches|matchMedia|querySelector(All)?|stores|theme|baseTheme)$|^console\./;
/** Selectors, values of style sheets, markup, and names of keys, headers and errors. */
const NO_TEXT_FORMS =
  /^(translate|translate3d|rotate|minmax)\(|^[.&<]|="|\[role|\dpx|\bvar\(--|^(Mod|Ctrl|Alt|Shift|Control)[-+]|^(Arrow|X-)|^\w+Error$|^(Enter|Escape|Backspace|Tab|End|Control|Meta|FencedCode|CodeBlock)$/;

function isText({ msgStr, details: { scope, element, attribute, call } }: Message): boolean {
  const text = msgStr.join(' ');
  if (!/\p{L}/u.test(text)) return false;
  if (element !== undefined && ['script', 'style', 'path', 'code', 'pre'].includes(element)) return false;
  if (scope === 'markup') return true;
  if (attribute !== undefined && NO_TEXT.has(attribute)) return false;
  if (scope === 'attribute' && attribute !== undefined && TEXT.has(attribute)) return true;
  if ((call !== undefined && NO_TEXT_CALLS.test(call)) || NO_TEXT_FORMS.test(text)) return false;
  return /\p{L}.*\s|\s.*\p{L}/su.test(text) || /^\p{Lu}.*\p{Ll}/u.test(text);
}

const RUNTIME: RuntimeConf = {
  // Nothing of it changes while a window is open, so it is imported once for each file.
  initReactive: () => null,
  useReactive: false,
  plain: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
  reactive: { wrapInit: (expression) => expression, wrapUse: (expression) => expression },
};
const OPTIONS = { heuristic: (message: Message) => isText(message) && 'message', runtime: RUNTIME } as const;
const svelte = svelteAdapter({ ...svelteDefaults, ...OPTIONS, loader: 'custom' });
const script = scriptAdapter({ ...scriptDefaults, ...OPTIONS, loader: 'custom' });

/** Below the root, with slashes. */
export const nameOf = (path: string): string => relative(ROOT, path).split(sep).join('/');

export const speaks = (name: string): boolean =>
  FOLDERS.some((folder) => name.startsWith(`${folder}/`)) &&
  /\.(ts|svelte)$/.test(name) &&
  !LEFT_OUT.some((some) => some.test(name));

export const speaking = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      nameOf(join(ROOT, folder, name)),
    ),
  )
    .filter(speaks)
    .sort();

export interface Read {
  readonly messages: readonly Message[];
  /** The source with each text asked for by its place in `messages`; `head` stands before it. */
  readonly rewritten: (head: string) => { code?: string; map?: unknown };
}

/** The texts of one file, each once. */
export async function read(name: string, content: string): Promise<Read> {
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
  return { messages, rewritten: output };
}
