import type { SavedType } from '#contract/bridge.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import { plural } from '../ui/language.ts';
import { safeFileName, saveFile, saveMany, type SavedFile, type SaveOutcome } from './save-file.ts';

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
    holds: 'Words and list numbers. Raw HTML stays as typed. No emphasis, link addresses or pictures.',
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
    holds: 'For reading and printing, in Latin, Greek and Cyrillic letters. Can’t be imported again.',
  },
  fountain: {
    label: 'Fountain',
    extension: 'fountain',
    mime: 'text/plain',
    holds: 'A screenplay: speech as dialogue, cues as action. Links, code, pictures and tables keep only their words.',
  },
  cues: {
    label: 'Cue sheet',
    extension: 'srt',
    mime: 'application/x-subrip',
    holds:
      'Timed like subtitles: what’s spoken, with headings and cues above it. No code or pictures; quotes become plain text.',
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

/** Returns a file name that every system accepts: the title without forbidden characters. */
export function fileName(title: string, format: FileFormat): string {
  return `${safeFileName(title, 'Script')}.${FILES[format].extension}`;
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
export async function makeFile({ title, markdown }: ExportedScript, choice: ExportChoice): Promise<SavedFile> {
  const { format, headings, cues, pace } = choice;
  const name = fileName(title, format);
  const text = (made: string): SavedFile => ({ name, bytes: bytesOf(made), notes: [] });
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

const failed = (error: unknown): SaveOutcome => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : 'The file couldn’t be created.',
});

/** Exports a script to a file the user chooses. Never throws. */
export async function exportScript(bridge: Bridge, script: ExportedScript, choice: ExportChoice): Promise<SaveOutcome> {
  try {
    return await saveFile(bridge, await makeFile(script, choice), FILES[choice.format].mime);
  } catch (error) {
    return failed(error);
  }
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
    const files: SavedFile[] = [];
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
      return `${plural(count, ['One script left out', '# scripts left out'])}: ${reason}`;
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

export const scripts = (count: number): string => plural(count, ['# script', '# scripts']);
