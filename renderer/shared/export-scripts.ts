import type { SavedType } from '#contract/bridge.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import { plural } from '../ui/language.ts';

interface Format {
  readonly label: string;
  readonly extension: string;
  readonly mime: SavedType;
  /** Describes in a sentence or two what the format keeps of a script. */
  readonly holds: string;
}

export const FILES = {
  markdown: { label: 'Markdown', extension: 'md', mime: 'text/markdown', holds: 'Everything, as you wrote it.' },
  html: {
    label: 'HTML',
    extension: 'html',
    mime: 'text/html',
    holds: 'A web page. Raw HTML in the script is shown as text.',
  },
  text: {
    label: 'Plain text',
    extension: 'txt',
    mime: 'text/plain',
    holds: 'Words and numbers of lists. Raw HTML stays as typed. No emphasis, addresses or pictures.',
  },
  docx: {
    label: 'Word',
    extension: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    holds: 'Headings, lists, quotes, tables, cues and emphasis. No comments, raw HTML or pictures.',
  },
  pdf: {
    label: 'PDF',
    extension: 'pdf',
    mime: 'application/pdf',
    holds: 'For reading and printing, in Latin, Greek and Cyrillic letters. It cannot be imported again.',
  },
  fountain: {
    label: 'Fountain',
    extension: 'fountain',
    mime: 'text/plain',
    holds: 'A screenplay: speech as dialogue, cues as action. Links, code, pictures and tables keep their words alone.',
  },
  cues: {
    label: 'Cue sheet',
    extension: 'srt',
    mime: 'application/x-subrip',
    holds:
      'Timed like subtitles: what is spoken, with headings and cues above it. No code, pictures or quotes as such.',
  },
} as const satisfies Record<string, Format>;
export type FileFormat = keyof typeof FILES;

export interface ExportedScript {
  readonly title: string;
  readonly markdown: string;
}

export interface ExportChoice {
  readonly format: FileFormat;
  /** If false, heading marks are removed and their words kept; screenplay and cue sheet leave headings out. */
  readonly headings: boolean;
  /** If false, stage cues are left out. */
  readonly cues: boolean;
  /** Words per minute, for the cue sheet. */
  readonly pace: number;
}

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** Returns a file name that every system accepts: the title without forbidden characters. */
export function fileName(title: string, format: FileFormat): string {
  return `${nameOf(title)}.${FILES[format].extension}`;
}

function nameOf(title: string): string {
  const name = [...title]
    .map((sign) => (/[\p{Cc}<>:"/\\|?*]/u.test(sign) ? ' ' : sign))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|[. ]+$/g, '');
  return [...(name || 'Script')].slice(0, 80).join('');
}

/** Wraps the exported fragment into a complete HTML page. */
export function htmlPage(title: string, fragment: string): string {
  const safe = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${safe}</title>\n</head>\n<body>\n${fragment}\n</body>\n</html>\n`;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Converts one script into a file.
 * @throws ConversionError in plain words
 */
export async function makeFile({ title, markdown }: ExportedScript, choice: ExportChoice): Promise<File> {
  const { format, headings, cues, pace } = choice;
  const name = fileName(title, format);
  const text = (made: string): File => ({ name, bytes: bytesOf(made), notes: [] });
  if (format === 'cues') {
    const { toCueSheet } = await import('#markdown/cue-sheet.ts');
    return text(toCueSheet(markdown, { pace, headings, cues }));
  }
  if (format === 'fountain') {
    const { toFountain } = await import('#markdown/fountain.ts');
    return text(toFountain(markdown, { title, headings, cues }));
  }
  const { exportScript } = await import('#markdown/export.ts');
  const { withoutCues } = await import('#markdown/cues.ts');
  const kept = cues ? markdown : withoutCues(markdown);
  if (format === 'docx' || format === 'pdf') {
    const { convert } = await import('./convert/convert.ts');
    const plain = exportScript(kept, { format: 'markdown', includeHeadings: headings });
    return { name, ...(await convert({ kind: format, markdown: plain, title })) };
  }
  const made = exportScript(kept, { format, includeHeadings: headings });
  return text(format === 'html' ? htmlPage(title, made) : made);
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly name: string; readonly notes: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

const failed = (error: unknown): SaveOutcome => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : 'The file could not be made.',
});

/** Exports a script to a file the user chooses. Never throws. */
export async function exportScript(bridge: Bridge, script: ExportedScript, choice: ExportChoice): Promise<SaveOutcome> {
  try {
    return await saveFile(bridge, await makeFile(script, choice), FILES[choice.format].mime);
  } catch (error) {
    return failed(error);
  }
}

/** Makes the names of files in one folder unique. */
function apart(files: readonly File[]): File[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const [, stem = '', extension = ''] = /^(.*)(\.[^.]+)$/.exec(file.name) ?? [];
    let name = file.name;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${stem} (${count})${extension}`;
    taken.add(name.toLowerCase());
    return { ...file, name };
  });
}

/**
 * Reads a script when its turn comes. Returns null if it has no text, and `unread` with the reason if it cannot be
 * read.
 */
export type ReadScript = () => Promise<ExportedScript | { readonly unread: string } | null>;

export interface ManyChoice extends ExportChoice {
  readonly together: boolean;
}

/**
 * Exports several scripts. `progress` receives the number done; after `stop` nothing more is saved. The notes name
 * scripts that could not be read or have no text. Never throws.
 */
export async function exportMany(
  bridge: Bridge,
  given: readonly ReadScript[],
  choice: ManyChoice,
  { progress, stop }: { readonly progress: (done: number) => void; readonly stop: AbortSignal },
): Promise<SaveOutcome> {
  try {
    const files: File[] = [];
    const reasons: string[] = [];
    for (const [at, read] of given.entries()) {
      const script = await read();
      if (script && 'markdown' in script) files.push(await makeFile(script, choice));
      else reasons.push(script?.unread ?? 'no text yet');
      if (stop.aborted) return { kind: 'cancelled' };
      progress(at + 1);
    }
    const left = [...new Set(reasons)].map((reason) => {
      const count = reasons.filter((one) => one === reason).length;
      return `${plural(count, ['One is missing', '# are missing'])}: ${reason}`;
    });
    if (files.length === 0) return { kind: 'failed', message: `Nothing was exported. ${left.join('. ')}.` };
    const notes = [...left, ...new Set(files.flatMap((file) => file.notes))];
    const { mime } = FILES[choice.format];
    const called = scripts(files.length);
    const saved = await saveMany(bridge, files, { together: choice.together, mime, called }, stop);
    return saved.kind === 'saved' ? { ...saved, notes } : saved;
  } catch (error) {
    return failed(error);
  }
}

interface Many {
  readonly together: boolean;
  readonly mime: SavedType;
  /** Names all files together: "3 scripts". */
  readonly called: string;
}

/**
 * Saves several files; if two have the same name, the second gets a number.
 * @throws ConversionError in plain words
 */
export async function saveMany(
  bridge: Bridge,
  given: readonly File[],
  { together, mime, called }: Many,
  stop?: AbortSignal,
): Promise<SaveOutcome> {
  const files = apart(given);
  if (together) {
    const { convert } = await import('./convert/convert.ts');
    const { bytes } = await convert({ kind: 'zip', files });
    return saveFile(bridge, { name: `${called}.zip`, bytes, notes: [] }, 'application/zip');
  }
  const folder = await saveFolder(bridge, files, called);
  if (folder) return folder;
  for (const file of files) {
    if (stop?.aborted) return { kind: 'cancelled' };
    const saved = await saveFile(bridge, file, mime);
    if (saved.kind !== 'saved') return saved;
  }
  return { kind: 'saved', name: called, notes: [] };
}

/** Saves all files into one folder through the desktop’s dialog. Returns null if there is no dialog. */
async function saveFolder(bridge: Bridge, files: readonly File[], called: string): Promise<SaveOutcome | null> {
  if (!('cutaway' in globalThis)) return null;
  const all: { name: string; base64: string }[] = [];
  for (const { name, bytes } of files) all.push({ name, base64: await base64Of(bytes) });
  try {
    const saved = await bridge.invoke('files.saveFolder', { files: all });
    if (saved.outcome === 'saved') return { kind: 'saved', name: called, notes: [] };
    if (saved.outcome === 'cancelled') return { kind: 'cancelled' };
    return saved.outcome === 'failed' ? { kind: 'failed', message: saved.message } : null;
  } catch {
    // The host is unreachable, but the window can still download.
    return null;
  }
}

export const scripts = (count: number): string => plural(count, ['# script', '# scripts']);

/** Saves to a file the user chooses in the desktop’s dialog, else as a download. */
export async function saveFile(bridge: Bridge, { name, bytes, notes }: File, mime: SavedType): Promise<SaveOutcome> {
  // The browser shell has no save dialog, and its channel does not take files of any size.
  if ('cutaway' in globalThis) {
    try {
      const content = await base64Of(bytes);
      const saved = await bridge.invoke('files.save', { suggested_name: name, mime, content, encoding: 'base64' });
      if (saved.outcome === 'saved') return { kind: 'saved', name: saved.name, notes };
      if (saved.outcome === 'cancelled') return { kind: 'cancelled' };
      if (saved.outcome === 'failed') return { kind: 'failed', message: saved.message };
    } catch {
      // The host is unreachable, but the window can still download.
    }
  }
  download(name, new Blob([bytes.slice()], { type: mime }));
  return { kind: 'saved', name, notes };
}

export function base64Of(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('The file could not be read.'));
    reader.readAsDataURL(new Blob([bytes.slice()]));
  });
}

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the data once the click is handled; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
