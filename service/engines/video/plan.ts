/** Turns a script into scenes, deterministically and without a model. */
import { spokenSeconds } from '#markdown/spoken.ts';
import { type ScriptPiece, scriptPieces } from '#markdown/spoken-pieces.ts';
import { splitSentences } from '#markdown/sentences.ts';
import { countWords } from '#markdown/words.ts';

import { seedFrom } from '../text/composer/random.ts';
import { clipped, fieldsOf, layoutFor, type SceneText } from './scene-text.ts';
import type { Scene, SceneKind, VideoPlan, VideoSettings } from './video.ts';

export interface PlanOptions {
  readonly title: string;
  readonly settings: VideoSettings;
  /** Holds a language tag. */
  readonly language?: string;
  /** Limits how long one slide stays, approximately (spec 3 "Video" `slideshow_max_seconds`). */
  readonly slideSeconds?: number;
}

export const SLIDE_SECONDS = { least: 4, usual: 12, most: 60 } as const;
const TITLE_SECONDS = 3;
const SECTION_SECONDS = 2.6;
/** A heading's slide also speaks the first sentence after it, if that has no more words. */
const OPENING_WORDS = 22;
/** If the script names no pictures, one is made up after this many scenes at the earliest. */
const PICTURE_EVERY = 4;

type Block = 'text' | 'item' | 'quote';

/** Returns the kind of a piece from the characters before it on its line. */
function blockOf(script: string, { from }: ScriptPiece): Block {
  const before = script.slice(script.lastIndexOf('\n', from - 1) + 1, from);
  if (before.includes('>')) return 'quote';
  return /(?:[-*+]|\d+[.)])\s+$/.test(before) ? 'item' : 'text';
}

const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Shortens a picture's description to a caption: the part before the first comma is enough. */
const labelOf = (cue: string): string =>
  clipped(
    (/^[^,;.]{8,}/.exec(cue)?.[0] ?? cue).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    70,
  );

class Planner {
  readonly #scenes: Scene[] = [];
  readonly #language: string;
  readonly #most: number;
  #chapter = '';
  #chapters = 0;
  /** Holds the picture to show during the next words. */
  #cue = '';
  /** Holds a heading's scene that may still get its first sentence. */
  #opening: Scene | null = null;
  #sincePicture = 0;

  constructor(language: string, most: number) {
    this.#language = language;
    this.#most = most;
  }

  get scenes(): readonly Scene[] {
    this.#cueAlone();
    return this.#scenes;
  }

  heading(text: string): void {
    this.#cueAlone();
    const first = this.#scenes.length === 0;
    if (!first) {
      this.#chapter = text;
      this.#chapters += 1;
    }
    const texts: SceneText = first ? { title: text, body: '' } : { number: String(this.#chapters), title: text };
    this.#add(first ? 'title' : 'section', texts, [], first ? TITLE_SECONDS : SECTION_SECONDS);
    this.#opening = this.#scenes.at(-1) ?? null;
  }

  cue(text: string): void {
    this.#cueAlone();
    this.#cue = clean(text);
    this.#opening = null;
  }

  spoken(text: string, block: Block): void {
    const sentences = splitSentences(clean(text), this.#language).filter((one) => countWords(one) > 0);
    const [first] = sentences;
    if (this.#opening && first !== undefined && countWords(first) <= OPENING_WORDS && block === 'text') {
      this.#scenes[this.#scenes.length - 1] = { ...this.#opening, narration: [first] };
      sentences.shift();
    }
    this.#opening = null;
    for (const group of this.#groups(sentences)) this.#say(group, block);
  }

  items(texts: readonly string[]): void {
    const sentences = texts.map(clean);
    for (let at = 0; at < sentences.length; at += 4) this.#say(sentences.slice(at, at + 4), 'item');
  }

  #groups(sentences: readonly string[]): string[][] {
    const groups: string[][] = [];
    let seconds = 0;
    for (const sentence of sentences) {
      const takes = spokenSeconds(countWords(sentence));
      if (groups.length === 0 || seconds + takes > this.#most) {
        groups.push([]);
        seconds = 0;
      }
      groups.at(-1)?.push(sentence);
      seconds += takes;
    }
    return groups;
  }

  #say(sentences: readonly string[], block: Block): void {
    if (sentences.length === 0) return;
    const cue = this.#cue;
    this.#cue = '';
    if (cue !== '') return this.#picture(cue, labelOf(cue), sentences);
    this.#sincePicture += 1;
    const { layout, texts } = layoutFor(sentences, block, this.#scenes.at(-1)?.layout ?? null);
    if (block === 'text' && layout === 'statement' && this.#sincePicture >= PICTURE_EVERY) {
      return this.#picture(`${this.#chapter}. ${sentences[0] ?? ''}`, texts['title'] ?? '', sentences);
    }
    this.#add(layout, layout === 'points' ? { ...texts, title: this.#chapter } : texts, sentences);
  }

  #picture(prompt: string, caption: string, narration: readonly string[]): void {
    this.#sincePicture = 0;
    const kind = /\b(to camera|presenter|talking head|host)\b/i.test(prompt) ? 'presenter' : 'picture';
    this.#add(
      'statement',
      kind === 'picture' ? { caption } : { name: '', role: this.#chapter },
      narration,
      0,
      kind,
      prompt,
    );
  }

  /** Shows a cue even if nothing is said over it. */
  #cueAlone(): void {
    if (this.#cue === '') return;
    const cue = this.#cue;
    this.#cue = '';
    this.#picture(cue, labelOf(cue), []);
  }

  #add(
    layout: Scene['layout'],
    texts: SceneText,
    narration: readonly string[],
    leastSeconds = 0,
    kind: SceneKind = 'slide',
    prompt = '',
  ): void {
    const index = this.#scenes.length + 1;
    this.#scenes.push({
      key: `block-${index}`,
      kind,
      layout,
      fields: fieldsOf(kind, layout, texts),
      narration: [...narration],
      prompt,
      seed: seedFrom(prompt, layout, String(index)),
      media: null,
      chapter: this.#chapter,
      leastSeconds: Math.max(leastSeconds, narration.length === 0 ? SECTION_SECONDS : 0),
    });
  }
}

/** Returns the scenes of a script, at least its title. The same script gives the same plan. */
export function planVideo(script: string, options: PlanOptions): VideoPlan {
  const { title, settings, language = 'en' } = options;
  const source = script.replace(/\r\n?/g, '\n');
  const most = Math.min(SLIDE_SECONDS.most, Math.max(SLIDE_SECONDS.least, options.slideSeconds ?? SLIDE_SECONDS.usual));
  const planner = new Planner(language, most);
  const pieces = scriptPieces(source);
  if (pieces[0]?.kind !== 'heading') planner.heading(clean(title) || '…');
  let items: string[] = [];
  const endList = (): void => {
    if (items.length > 0) planner.items(items);
    items = [];
  };
  for (const piece of pieces) {
    const block = piece.kind === 'spoken' ? blockOf(source, piece) : null;
    if (block === 'item') {
      items.push(piece.text);
      continue;
    }
    endList();
    if (piece.kind === 'heading') planner.heading(clean(piece.text) || '…');
    else if (piece.kind === 'cue') planner.cue(piece.text);
    else planner.spoken(piece.text, block ?? 'text');
  }
  endList();
  return { title: clean(title), language, scenes: planner.scenes, overlays: [], settings, captionEdits: {} };
}
