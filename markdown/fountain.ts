/**
 * Converts scripts to Fountain (fountain.io) and back. Spoken text is the dialogue of one narrator, a cue is action,
 * headings are sections, HTML comments are notes. Fountain has no links, code, pictures or tables: only their words
 * stay.
 */
import { cueText } from './cue.ts';
import { treeOf, type Part, type Piece } from './tree.ts';

const NARRATOR = 'NARRATOR';
/** Line that continues a dialogue over an empty line. */
const GOES_ON = '  ';

/** False leaves headings or cues out. */
export interface FountainOptions {
  readonly title: string;
  readonly headings: boolean;
  readonly cues: boolean;
}

/** Escapes marks, except a star between spaces, which marks nothing. */
const escaped = (text: string): string =>
  text.replace(/[*_]/g, (sign, at: number) => (/^ . $/.test(text.slice(at - 1, at + 2)) ? sign : `\\${sign}`));

/**
 * Closes the open marks beyond the first `keep`, before trailing spaces, because a mark after a space closes nothing.
 */
function closed(text: string, open: string[], keep: number): string {
  const [, words = '', after = ''] = /^([^]*?)(\s*)$/.exec(text) ?? [];
  return words + open.splice(keep).reverse().join('') + after;
}

function dialogueText(pieces: readonly Piece[]): string {
  let text = '';
  const open: string[] = [];
  for (const piece of pieces) {
    const wanted = [...(piece.italic ? ['*'] : []), ...(piece.bold ? ['**'] : [])];
    const keep = open.findIndex((mark) => !wanted.includes(mark));
    if (keep >= 0) text = closed(text, open, keep);
    const [, before = '', words = ''] = /^(\s*)([^]*)$/.exec(piece.text) ?? [];
    if (piece.picture) text += `[[Picture: ${piece.text}]]`;
    else if (words === '' || piece.break) text += piece.break ? '\n' : before;
    else {
      const added = wanted.filter((mark) => !open.includes(mark));
      text += before + added.join('') + escaped(words);
      open.push(...added);
    }
  }
  return closed(text, open, 0).trim();
}

const COMMENT = /^<!--([^]*?)-->$/;

class Writer {
  readonly #options: FountainOptions;
  readonly #blocks: string[] = [];
  #dialogue: string[] = [];
  #listing = false;

  constructor(options: FountainOptions) {
    this.#options = options;
  }

  write(parts: readonly Part[]): string {
    for (const part of parts) this.#part(part);
    this.#endDialogue();
    const title = this.#options.title.replace(/\s+/g, ' ').trim();
    return `${[...(title ? [`Title: ${title}`] : []), ...this.#blocks].join('\n\n')}\n`;
  }

  #part(part: Part): void {
    switch (part.kind) {
      case 'heading':
        if (this.#options.headings) this.#block(`${'#'.repeat(part.level)} ${dialogueText(part.pieces)}`);
        return;
      case 'cue':
        if (this.#options.cues) this.#block(`!${part.text}`);
        return;
      case 'rule':
        return this.#block('===');
      case 'html': {
        const comment = COMMENT.exec(part.text)?.[1]?.trim().replaceAll('[[', '[ [').replaceAll(']]', '] ]');
        if (comment && !/\n\s*\n/.test(comment)) this.#block(`[[${comment}]]`);
        return;
      }
      case 'code':
        return this.#block(`/*\n${part.text.replaceAll('*/', '* /')}\n*/`);
      default:
        return this.#spoken(part, '', '');
    }
  }

  /** Puts `first` (e.g. a list marker) before the first line, and `rest` before the others. */
  #spoken(part: Part, first: string, rest: string): void {
    if (part.kind === 'paragraph' || part.kind === 'heading') {
      const text = dialogueText(part.pieces);
      if (text !== '') this.#say(first + text.replaceAll('\n', `\n${rest}`), rest !== '');
    } else if (part.kind === 'quote') {
      for (const inner of part.parts) this.#spoken(inner, `${first}> `, `${rest}> `);
    } else if (part.kind === 'list') {
      for (const [index, item] of part.items.entries()) {
        const marker = part.start === null ? '- ' : `${part.start + index}. `;
        const indent = ' '.repeat(marker.length);
        for (const [at, inner] of item.entries()) {
          this.#spoken(inner, at === 0 ? first + marker : rest + indent, rest + indent);
        }
      }
      // Two adjacent lists stay separate; a nested list continues the outer one.
      this.#listing = rest !== '';
    } else if (part.kind === 'table') {
      for (const row of part.rows) this.#say(row.map((cell) => dialogueText(cell)).join(', '), false);
    } else this.#part(part);
  }

  /** Appends a line to the current list, or starts a paragraph. */
  #say(text: string, listed: boolean): void {
    const last = this.#dialogue.at(-1);
    if (listed && last !== undefined && this.#listing) this.#dialogue[this.#dialogue.length - 1] = `${last}\n${text}`;
    else this.#dialogue.push(text);
    this.#listing = listed;
  }

  #block(text: string): void {
    this.#endDialogue();
    this.#blocks.push(text);
  }

  #endDialogue(): void {
    if (this.#dialogue.length > 0)
      this.#blocks.push([`@${NARRATOR}`, this.#dialogue.join(`\n${GOES_ON}\n`)].join('\n'));
    this.#dialogue = [];
    this.#listing = false;
  }
}

export function toFountain(markdown: string, options: FountainOptions): string {
  return new Writer(options).write(treeOf(markdown));
}

export interface FromFountain {
  /** Title from the title page; null if there is none. */
  readonly title: string | null;
  readonly markdown: string;
}

const TITLE_KEYS =
  /^(title|credit|authors?|source|notes|draft date|date|contact|copyright|revision|font|format)[ \t]*:(.*)$/i;
const SCENE = /^(?:\.(?=[^.])|(?=(?:int|ext|est|int\.?\/ext|i\/e)[. ]))(.+)$/i;
const TRANSITION = /^(?:>\s*(.*[^<\s])\s*|([A-Z][A-Z ]+TO:))$/;
const CENTERED = /^>\s*(.*?)\s*<$/;
/** Matches a character name in capitals, optionally with `(V.O.)` and a final `^`; or forced by `@`. */
const CHARACTER = /^(?:@(.+?)|((?=.*\p{Lu})[^\p{Ll}]*?))\s*(?:\([^)]*\)\s*)?\^?$/u;

/** Escapes HTML and code, which Fountain does not have. Its `*`, `**` and `_` mean the same as in Markdown. */
const literal = (text: string): string => text.replace(/<(?=[a-z!/?])/gi, '\\<').replaceAll('`', '\\`');
const asCue = (text: string): string => `[Cue: ${text.replaceAll('[', '(').replaceAll(']', ')').replace(/\s+/g, ' ')}]`;
const asComment = (text: string): string => `<!-- ${text.trim().replaceAll('-->', '-- >')} -->`;

interface Spoken {
  readonly speaker: string;
  readonly lines: string[];
}
type Element = { readonly spoken: Spoken } | { readonly action: string } | { readonly markdown: string };

function titlePage(text: string): { title: string | null; body: string } {
  const [head = ''] = text.split(/\n[ \t]*\n/, 1);
  if (!TITLE_KEYS.test(head.split('\n')[0] ?? '')) return { title: null, body: text };
  const title = /^title[ \t]*:[ \t]*((?:.*)(?:\n[ \t]+.*)*)/im.exec(head)?.[1] ?? '';
  const words = title.replace(/[*_]+/g, '').replace(/\s+/g, ' ').trim();
  return { title: words || null, body: text.slice(head.length) };
}

function element(lines: readonly string[], first: string): Element | null {
  const trimmed = first.trim();
  const section = /^(#{1,6})\s*(.*)$/.exec(trimmed);
  if (section) return { markdown: `${section[1] ?? '#'} ${literal(section[2] ?? '')}` };
  if (/^={3,}$/.test(trimmed)) return { markdown: '---' };
  if (trimmed.startsWith('=')) return { markdown: asComment(trimmed.slice(1)) };
  if (trimmed.startsWith('\uE000')) return { markdown: trimmed };
  if (first.startsWith('!')) return { action: lines.join(' ').replace(/^!/, '') };
  const centered = CENTERED.exec(trimmed);
  if (centered) return { markdown: literal(centered[1] ?? '') };
  if (trimmed.startsWith('~'))
    return { markdown: lines.map((line) => literal(line.replace(/^\s*~\s*/, ''))).join('\n') };
  if (lines.length > 1) {
    const named = CHARACTER.exec(trimmed);
    const speaker = (named?.[1] ?? named?.[2] ?? '').trim();
    if (speaker !== '' && !SCENE.test(trimmed)) return { spoken: { speaker, lines: lines.slice(1) as string[] } };
  }
  const transition = TRANSITION.exec(trimmed);
  if (transition) return { action: transition[1] ?? transition[2] ?? '' };
  const scene = SCENE.exec(trimmed);
  if (scene) return { markdown: `## ${literal((scene[1] ?? '').replace(/\s*#[^#]*#$/, ''))}` };
  return null;
}

/** Matches lines that Markdown does not read as part of a paragraph. */
const LISTED = /^\s*(?:[-+*>]|\d+[.)])\s/;

function dialogue({ speaker, lines }: Spoken, alone: boolean): string {
  let said = alone || speaker.toUpperCase() === NARRATOR ? '' : `[${speaker}] `;
  for (const [index, line] of lines.entries()) {
    const aside = /^\s*\((.*)\)\s*$/.exec(line)?.[1];
    const words = aside === undefined ? literal(line.trimEnd()) : `[${aside}]`;
    const next = lines[index + 1];
    // Fountain keeps line ends; Markdown needs a mark for each.
    const flows = words === '' || aside !== undefined || next === undefined || next.trim() === '' || LISTED.test(next);
    said += words + (next === undefined ? '' : flows ? '\n' : '\\\n');
  }
  return said;
}

export function fromFountain(fountain: string): FromFountain {
  const notes: string[] = [];
  // Notes and cut material may be anywhere and span lines, so they are extracted first.
  const keep = (_: string, text: string): string => `\uE000${notes.push(text) - 1}\uE000`;
  const clean = fountain
    .replaceAll('\uE000', '')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^[ \t]$/gm, '');
  const { title, body } = titlePage(clean);
  const kept = body.replace(/\/\*([^]*?)\*\//g, keep).replace(/\[\[([^]*?)\]\]/g, keep);
  const elements: Element[] = [];
  for (const block of kept.split(/\n(?:\n)+/)) {
    const lines = block.split('\n').filter((line, at, all) => line !== '' || (at > 0 && at < all.length - 1));
    elements.push(...elementsOf(lines));
  }
  const speakers = new Set(elements.flatMap((one) => ('spoken' in one ? [one.spoken.speaker.toUpperCase()] : [])));
  const parts = elements.map((one) => {
    if ('markdown' in one) return one.markdown;
    if ('spoken' in one) return dialogue(one.spoken, speakers.size === 1);
    // In a file without dialogue the action text is what is spoken.
    return speakers.size === 0 ? literal(one.action.trim()) : asCue(one.action.trim());
  });
  const text = parts
    .join('\n\n')
    .replace(/\uE000(\d+)\uE000/g, (_, index: string) => asComment(notes[Number(index)] ?? ''));
  return { title, markdown: text === '' ? '' : `${text}\n` };
}

/** Each block is one element, but sections, synopses and page breaks need no empty line after them. */
function elementsOf(lines: readonly string[]): Element[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  if (first.trim() === '') return elementsOf(rest);
  const alone = /^\s*(?:#{1,6}\s*\S|=)/.test(first);
  if (alone) {
    const own = element([first], first);
    return [...(own ? [own] : []), ...elementsOf(rest)];
  }
  const cue = cueText(first);
  if (cue !== null) return [{ action: cue }, ...elementsOf(rest)];
  return [element(lines, first) ?? { action: lines.join(' ') }];
}
