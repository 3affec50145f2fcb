import type { DocumentComment } from '#markdown/comments/document-comment.ts';
import type { SectionPace } from '#markdown/section-paces.ts';
import { toSafeFileName } from '#contract/file-name.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import { toLanguageTag } from '#markdown/language-tag.ts';
import { plural } from '../ui/language.ts';
import { createPrinter } from './convert/print-pdf.ts';
import { FORMATS, type FileFormat, isTimed, canOmit } from './export-formats.ts';
import { readDocumentPictures, describeMissing, readStoredPictures, embedPictures } from './script-pictures.ts';
import { saveFile, saveMany, type SavedFile, type SaveOutcome } from './save-file.ts';

export interface ExportedScript {
  readonly title: string;
  readonly markdown: string;
  /** The language or its tag; English by default. */
  readonly language?: string;
  /** Dropped by formats that cannot hold comments. */
  readonly comments?: readonly DocumentComment[];
  /** Overrides `pace` in these sections, for formats with times. */
  readonly paces?: readonly SectionPace[];
}

export interface ExportChoice {
  readonly format: FileFormat;
  /** If false, heading marks are removed and their words kept; a screenplay leaves headings out. */
  readonly headings: boolean;
  /** If false, stage cues are left out. */
  readonly cues: boolean;
  /** If false, a document holds no comments. */
  readonly comments?: boolean;
  /** Times sections without a pace of their own, in words per minute. */
  readonly pace: number;
}

/** Returns a file name that every system accepts: the title without forbidden characters. */
export function toFileName(title: string, format: FileFormat): string {
  const file = FORMATS[format];
  const suffix = 'suffix' in file ? ` – ${file.suffix}` : '';
  return toSafeFileName(title, `${suffix}.${file.extension}`, 'Script');
}

/** Wraps the exported fragment into a complete HTML page. */
export function wrapHtmlPage(title: string, fragment: string): string {
  const safe = title.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${safe}</title>\n</head>\n<body>\n${fragment}\n</body>\n</html>\n`;
}

/**
 * Converts one script into a file. After `stop` a conversion in a worker ends without a result.
 * @throws ConversionError in plain words
 */
export async function makeFile(
  bridge: Bridge,
  script: ExportedScript,
  choice: ExportChoice,
  stop?: AbortSignal,
): Promise<SavedFile> {
  const { title, markdown } = script;
  const { format } = choice;
  const headings = choice.headings || !canOmit(format, 'headings');
  const cues = choice.cues || !canOmit(format, 'cues');
  const name = toFileName(title, format);
  const language = toLanguageTag(script.language ?? '');
  const toFile = (content: string): SavedFile => ({ name, bytes: new TextEncoder().encode(content), notes: [] });
  const print = createPrinter(bridge);
  if (isTimed(format)) {
    const { convert } = await import('./convert/convert.ts');
    const pictures = await readDocumentPictures(markdown);
    const pacing = { general: choice.pace, sections: script.paces ?? [] };
    const conversion = { kind: 'timed', format, markdown, title, pacing, language, pictures } as const;
    return { name, ...(await convert(conversion, stop, print)) };
  }
  if (format === 'prompter') {
    const { toPrompterText } = await import('#markdown/to-prompter-text.ts');
    return toFile(toPrompterText(markdown, language));
  }
  if (format === 'fountain') {
    const { toFountain } = await import('#markdown/to-fountain.ts');
    const { fountain, notes } = toFountain(markdown, { title, headings, cues });
    return { ...toFile(fountain), notes };
  }
  const { exportScript } = await import('#markdown/export.ts');
  const { withoutCues } = await import('#markdown/cues.ts');
  const source = cues ? markdown : withoutCues(markdown);
  if (format === 'docx' || format === 'pdf') {
    const { convert } = await import('./convert/convert.ts');
    const plainExport = exportScript(source, { format: 'markdown', includeHeadings: headings });
    if (format === 'pdf') {
      return { name, ...(await convert({ kind: 'pdf', markdown: plainExport, title, language }, stop, print)) };
    }
    const pictures = await readDocumentPictures(plainExport);
    const { followComments } = await import('#markdown/comments/follow-comments.ts');
    const allComments = choice.comments === false ? [] : (script.comments ?? []);
    const [before, after] = [markdown, plainExport].map((source) => source.replace(/\r\n?/g, '\n'));
    const comments = followComments(allComments, before ?? '', after ?? '');
    return { name, ...(await convert({ kind: 'docx', markdown: plainExport, title, pictures, comments }, stop)) };
  }
  const text = exportScript(source, {
    format: format === 'html' || format === 'text' ? format : 'markdown',
    includeHeadings: headings,
  });
  if (format === 'text') return toFile(text);
  const pictures = await readStoredPictures(source);
  const notes = describeMissing(source, pictures);
  if (format === 'html') return { ...toFile(wrapHtmlPage(title, await embedPictures(text, pictures))), notes };
  return { ...toFile(text), notes, beside: pictures.map(({ address, bytes }) => ({ name: address, bytes })) };
}

const toFailure = (error: unknown): SaveOutcome => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : 'The file couldn’t be created.',
});

/** Exports a script to a file the user chooses. Never throws. */
export async function exportScript(bridge: Bridge, script: ExportedScript, choice: ExportChoice): Promise<SaveOutcome> {
  try {
    return await saveFile(bridge, await makeFile(bridge, script, choice), FORMATS[choice.format].mime);
  } catch (error) {
    return toFailure(error);
  }
}

/**
 * Reads a script when its turn comes. Returns null if it has no text, and `unread` with the reason if it cannot be
 * read.
 */
export type ReadScript = () => Promise<ExportedScript | { readonly unread: string } | null>;

export interface ManyChoice extends ExportChoice {
  readonly inOneZip: boolean;
}

/**
 * Exports several scripts. `progress` receives the number done; after `stop` nothing more is saved. The notes name
 * scripts that could not be read or have no text. Never throws.
 */
export async function exportMany(
  bridge: Bridge,
  readers: readonly ReadScript[],
  choice: ManyChoice,
  { progress, stop }: { readonly progress: (doneCount: number) => void; readonly stop: AbortSignal },
): Promise<SaveOutcome> {
  try {
    const files: SavedFile[] = [];
    const reasons: string[] = [];
    for (const [index, read] of readers.entries()) {
      const script = await read();
      if (script && 'markdown' in script) files.push(await makeFile(bridge, script, choice));
      else reasons.push(script?.unread ?? 'no text yet');
      if (stop.aborted) return { kind: 'cancelled' };
      progress(index + 1);
    }
    const omissions = [...new Set(reasons)].map((reason) => {
      const count = reasons.filter((other) => other === reason).length;
      return `${plural(count, ['One script left out', '# scripts left out'])}: ${reason}.`;
    });
    if (files.length === 0) return { kind: 'failed', message: `Nothing was exported. ${omissions.join(' ')}` };
    const notes = [...omissions, ...new Set(files.flatMap((file) => file.notes))];
    const { mime } = FORMATS[choice.format];
    const label = formatScriptCount(files.length);
    const outcome = await saveMany(bridge, files, { inOneZip: choice.inOneZip, mime, label }, stop);
    return outcome.kind === 'saved' ? { ...outcome, notes } : outcome;
  } catch (error) {
    return toFailure(error);
  }
}

export const formatScriptCount = (count: number): string => plural(count, ['# script', '# scripts']);
