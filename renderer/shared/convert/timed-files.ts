/** Makes the files with times of the spoken words: captions, shot lists and two-column scripts. */
import type { Beats } from '#markdown/beats.ts';
import type { DocumentPicture } from '#markdown/kept-picture.ts';
import type { Pacing } from '#markdown/section-paces.ts';
import type { Part, ScriptTree } from '#markdown/tree.ts';
import { plural } from '../../ui/language.ts';
import type { MadeFile } from './made-file.ts';

export interface TimedConversion {
  readonly kind: 'timed';
  readonly format: 'srt' | 'vtt' | 'shots-csv' | 'shots-pdf' | 'av-docx' | 'av-pdf';
  readonly markdown: string;
  readonly title: string;
  readonly pacing: Pacing;
  readonly language: string;
  /** Maps the addresses in the text to their pictures. */
  readonly pictures: ReadonlyMap<string, DocumentPicture>;
}

type MakePdf = (
  script: ScriptTree,
  title: string,
  pictures: TimedConversion['pictures'],
  options: { readonly language: string; readonly landscape: boolean },
) => Promise<MadeFile>;

async function makeCaptions({ format, markdown, pacing, language }: TimedConversion): Promise<MadeFile> {
  const { toCaptionFile, toScriptCaptions } = await import('#markdown/to-captions.ts');
  const { captions, fastCount } = toScriptCaptions(markdown, { pacing, language });
  const notes: string[] = [];
  if (captions.length === 0) notes.push('Nothing in this script is spoken, so the file has no captions.');
  if (fastCount > 0) {
    notes.push(
      plural(fastCount, [
        'One caption passes faster than most people can read. A slower pace or shorter words help.',
        '# captions pass faster than most people can read. A slower pace or shorter words help.',
      ]),
    );
  }
  return { bytes: new TextEncoder().encode(toCaptionFile(captions, format === 'srt' ? 'srt' : 'vtt')), notes };
}

/** Notes parts that are neither seen nor heard and so are in no shot list. */
function describeOmitted({ tables, code, formulas, html }: Beats['omitted']): string[] {
  return [
    ...(tables > 0 ? [plural(tables, ['A table was left out.', '# tables were left out.'])] : []),
    ...(code > 0 ? [plural(code, ['A code block was left out.', '# code blocks were left out.'])] : []),
    ...(formulas > 0 ? [plural(formulas, ['A formula was left out.', '# formulas were left out.'])] : []),
    ...(html > 0 ? [plural(html, ['An HTML block was left out.', '# HTML blocks were left out.'])] : []),
  ];
}

/** Builds a document of some parts, with the footnotes of the script that they come from. */
async function buildTree(parts: readonly Part[], markdown: string): Promise<ScriptTree> {
  const { parseTree } = await import('#markdown/tree.ts');
  return { ...parseTree(markdown), parts };
}

async function makeShotList(request: TimedConversion, makePdf: MakePdf): Promise<MadeFile> {
  const { getShots, writeShotsCsv, shotsToParts } = await import('#markdown/to-shot-list.ts');
  const { format, markdown, title, pacing, language, pictures } = request;
  const labels = { section: 'Section', timeIn: 'Time in', duration: 'Duration', cue: 'Cue', words: 'Words' };
  const { shots, omitted } = getShots(markdown, pacing);
  const notes = describeOmitted(omitted);
  if (omitted.footnotes > 0)
    notes.push(plural(omitted.footnotes, ['A footnote was left out.', '# footnotes were left out.']));
  if (format === 'shots-csv') return { bytes: new TextEncoder().encode(writeShotsCsv(shots, labels)), notes };
  const tree = { parts: shotsToParts(shots, labels, title), footnotes: new Map(), details: new Map() };
  const pdf = await makePdf(tree, title, pictures, { language, landscape: true });
  return { bytes: pdf.bytes, notes: [...notes, ...pdf.notes] };
}

async function makeTwoColumns(request: TimedConversion, makePdf: MakePdf): Promise<MadeFile> {
  const { toAvScript } = await import('#markdown/to-av-script.ts');
  const { format, markdown, title, pacing, language, pictures } = request;
  const labels = { number: '#', time: 'Time', video: 'Video', audio: 'Audio' };
  const { parts, omitted } = toAvScript(markdown, pacing, labels, title);
  const tree = await buildTree(parts, markdown);
  if (format === 'av-pdf') {
    const { bytes, notes } = await makePdf(tree, title, pictures, { language, landscape: true });
    return { bytes, notes: [...describeOmitted(omitted), ...notes] };
  }
  const { toDocx } = await import('#markdown/to-docx.ts');
  const { bytes, notes } = await toDocx(tree, title, pictures, { landscape: true });
  return { bytes, notes: [...describeOmitted(omitted), ...notes] };
}

export async function makeTimedFile(request: TimedConversion, makePdf: MakePdf): Promise<MadeFile> {
  if (request.format === 'srt' || request.format === 'vtt') return makeCaptions(request);
  return request.format === 'shots-csv' || request.format === 'shots-pdf'
    ? makeShotList(request, makePdf)
    : makeTwoColumns(request, makePdf);
}
