/** Turns a script into scenes, deterministically and without a model. */
import { captionText } from '#markdown/captions/breaks.ts';
import { type ScriptPiece, scriptPieces } from '#markdown/spoken-pieces.ts';

import { seedFrom } from '../text/composer/random.ts';
import { sentenceParts } from './captions.ts';
import { groupsOf, itemOf, type PlannedSentence, sentencesOf } from './planned-sentences.ts';
import { clipped, fieldsOf, layoutFor, MAX_POINTS, partOf, pointsOf, type SceneText } from './scene-text.ts';
import type { Scene, SceneKind, SlideLayout, VideoPlan, VideoSettings } from './video.ts';

export interface PlanOptions {
  readonly title: string;
  readonly settings: VideoSettings;
  /** Holds a language tag. */
  readonly language?: string;
  /** Limits how long one slide stays, approximately (spec 3 "Video" `slideshow_max_seconds`). */
  readonly slideSeconds?: number;
}

export const SLIDE_SECONDS = { least: 4, usual: 6, most: 60 } as const;
/** A picture moves, so it may stay longer than a slide. */
const PICTURE_SECONDS = 12;
const TITLE_SECONDS = 3;
const SECTION_SECONDS = 2.6;
/** A heading's slide also speaks the first sentence after it, if that takes no longer. */
const OPENING_SECONDS = 5;
/** If the script names no pictures, one is made up after this many scenes at the earliest. */
const PICTURE_EVERY = 7;

/** Leaves this much of a slide's time for the silences around its words, in seconds. */
const AROUND = 0.5;

/** Shortens a picture's description to a caption: the part before the first comma is enough. */
const labelOf = (cue: string): string =>
  clipped(
    (/^[^,;.]{8,}/.exec(cue)?.[0] ?? cue).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
    70,
  );

/** Names the field that shows the author of a quote, by what the scene shows. */
const AUTHOR_FIELDS: Partial<Record<SlideLayout | SceneKind, string>> = {
  quote: 'source',
  points: 'title',
  picture: 'caption',
};

/** Returns whether a cue asks for somebody who speaks to the camera. */
export const asksForPresenter = (cue: string): boolean => /\b(to camera|presenter|talking head|host)\b/i.test(cue);

type Added = Pick<Scene, 'kind' | 'prompt' | 'leastSeconds' | 'within'>;

/** Returns the words of a scene, and their pauses if there are any. */
const spokenOver = (sentences: readonly PlannedSentence[]): Pick<Scene, 'narration' | 'pauses'> => ({
  narration: sentences.map(({ text }) => text),
  ...(sentences.some(({ pause }) => pause > 0) && { pauses: sentences.map(({ pause }) => pause) }),
});

class Planner {
  readonly #scenes: Scene[] = [];
  readonly #pace: { readonly language: string; readonly rate: number };
  readonly #most: number;
  #chapter = '';
  #chapters = 0;
  /** Holds the picture to show during the next words. */
  #cue = '';
  /** Holds the text that the script asks to show during the next words. */
  #shown = '';
  /** Holds a heading's scene that may still get its first sentence. */
  #opening: Scene | null = null;
  #sincePicture = 0;

  constructor(language: string, rate: number, most: number) {
    this.#pace = { language, rate };
    this.#most = most;
  }

  get scenes(): readonly Scene[] {
    this.#seenAlone();
    return this.#scenes;
  }

  heading(text: string): void {
    this.#seenAlone();
    const first = this.#scenes.length === 0;
    if (!first) {
      this.#chapter = text;
      this.#chapters += 1;
    }
    const texts: SceneText = first ? { title: text, body: '' } : { number: String(this.#chapters), title: text };
    this.#add(first ? 'title' : 'section', texts, [], { leastSeconds: first ? TITLE_SECONDS : SECTION_SECONDS });
    this.#opening = this.#scenes.at(-1) ?? null;
  }

  cue(text: string): void {
    // There is no picture of the person yet; the editor takes one.
    if (asksForPresenter(text)) {
      this.#opening = null;
      return;
    }
    if (this.#cue !== '') this.#seenAlone();
    this.#cue = captionText(text);
    this.#opening = null;
  }

  shown(text: string): void {
    this.#shown = [this.#shown, captionText(text)].filter((one) => one !== '').join(' · ');
    this.#opening = null;
  }

  /** Names the author of the quote that was spoken last. */
  author(text: string): void {
    const scene = this.#scenes.at(-1);
    const key = scene && AUTHOR_FIELDS[scene.kind === 'slide' ? scene.layout : scene.kind];
    if (!scene || key === undefined) return;
    const fields = scene.fields.map((one) => (one.key === key ? { ...one, value: clipped(text, one.maxChars) } : one));
    this.#scenes[this.#scenes.length - 1] = { ...scene, fields };
  }

  spoken(piece: ScriptPiece, block: 'text' | 'quote'): void {
    const sentences = sentencesOf(piece, this.#pace);
    const [first] = sentences;
    if (this.#opening && first !== undefined && first.seconds <= OPENING_SECONDS && block === 'text') {
      this.#scenes[this.#scenes.length - 1] = { ...this.#opening, ...spokenOver([first]) };
      sentences.shift();
    }
    this.#opening = null;
    // A quote scene has room for its author and for no other text.
    if (block === 'quote') this.#shownAlone();
    const most = this.#most - AROUND;
    for (const group of groupsOf(sentences, most, this.#cue === '' ? most : Math.max(most, PICTURE_SECONDS))) {
      if (this.#cue !== '') this.#cued(group);
      else this.#say(group, block);
    }
  }

  items(pieces: readonly ScriptPiece[]): void {
    this.#opening = null;
    let group: { item: PlannedSentence; number: number | null }[] = [];
    const end = (): void => {
      if (group.length > 0) this.#points(group);
      group = [];
    };
    for (const piece of pieces) {
      const item = itemOf(piece, this.#pace);
      group.push({ item, number: piece.number });
      if (group.length === MAX_POINTS || item.seconds > this.#most) end();
    }
    end();
  }

  #points(group: readonly { readonly item: PlannedSentence; readonly number: number | null }[]): void {
    const sentences = group.map(({ item }) => item);
    if (this.#cue !== '') return this.#cued(sentences);
    this.#sincePicture += 1;
    const texts = sentences.map(({ text }) => text);
    const numbers = group.map(({ number }) => number);
    this.#add('points', { ...pointsOf(texts, numbers), title: this.#takeShown() || this.#chapter }, sentences);
    // Only the last item of a slide may be long.
    this.#rest(this.#partsOf(sentences.at(-1)), 'text');
  }

  /** Splits a sentence that would leave a slide standing for too long. */
  #partsOf(sentence: PlannedSentence | undefined): readonly { readonly text: string; readonly from: number }[] {
    if (sentence === undefined || sentence.seconds <= this.#most) return [];
    const { text, seconds } = sentence;
    return sentenceParts(text, { seconds, most: this.#most - AROUND, language: this.#pace.language });
  }

  /** Gives each later part of a long sentence a slide of its own. */
  #rest(parts: readonly { readonly text: string; readonly from: number }[], block: 'text' | 'quote'): void {
    for (const [index, { text, from }] of parts.entries()) {
      if (index === 0) continue;
      const made = this.#layoutFor([text], block);
      const place = { isFirst: false, isLast: index === parts.length - 1 };
      this.#add(made.layout, partOf(made, text, place), [], { within: from });
    }
  }

  /** Says sentences over the picture that the script asked for. */
  #cued(sentences: readonly PlannedSentence[]): void {
    const cue = this.#cue;
    this.#cue = '';
    this.#picture(cue, this.#takeShown() || labelOf(cue), sentences);
  }

  #layoutFor(words: readonly string[], block: 'text' | 'quote') {
    const before = this.#scenes.at(-1)?.layout ?? null;
    return layoutFor(words, { block, before, language: this.#pace.language });
  }

  #takeShown(): string {
    const shown = this.#shown;
    this.#shown = '';
    return shown;
  }

  #say(sentences: readonly PlannedSentence[], block: 'text' | 'quote'): void {
    this.#sincePicture += 1;
    const parts = this.#partsOf(sentences[0]);
    const words = parts[0] ? [parts[0].text] : sentences.map(({ text }) => text);
    const shown = this.#takeShown();
    if (shown !== '') this.#add('statement', { title: shown }, sentences);
    else {
      const made = this.#layoutFor(words, block);
      if (block === 'text' && made.layout === 'statement' && this.#sincePicture >= PICTURE_EVERY) {
        return this.#picture(`${this.#chapter}. ${sentences[0]?.text ?? ''}`, made.texts['title'] ?? '', sentences);
      }
      const first = parts.length > 1 ? partOf(made, words[0] ?? '', { isFirst: true, isLast: false }) : made.texts;
      this.#add(made.layout, first, sentences);
    }
    this.#rest(parts, block);
  }

  #picture(prompt: string, caption: string, sentences: readonly PlannedSentence[]): void {
    this.#sincePicture = 0;
    this.#add('statement', { caption }, sentences, { kind: 'picture', prompt });
  }

  /** Shows what the script asked to see even if nothing is said over it. */
  #seenAlone(): void {
    if (this.#cue !== '') this.#cued([]);
    this.#shownAlone();
  }

  #shownAlone(): void {
    const shown = this.#takeShown();
    if (shown !== '') this.#add('statement', { title: shown }, []);
  }

  #add(
    layout: Scene['layout'],
    texts: SceneText,
    sentences: readonly PlannedSentence[],
    { kind = 'slide', prompt = '', leastSeconds = 0, within }: Partial<Added> = {},
  ): void {
    const index = this.#scenes.length + 1;
    const isCard = sentences.length === 0 && within === undefined;
    this.#scenes.push({
      key: `block-${index}`,
      kind,
      layout,
      fields: fieldsOf(kind, layout, texts),
      ...spokenOver(sentences),
      prompt,
      seed: seedFrom(prompt, layout, String(index)),
      media: null,
      chapter: this.#chapter,
      leastSeconds: Math.max(leastSeconds, isCard ? SECTION_SECONDS : 0),
      ...(within !== undefined && { within }),
    });
  }
}

/** Returns the scenes of a script, at least its title. The same script gives the same plan. */
export function planVideo(script: string, options: PlanOptions): VideoPlan {
  const { title, settings, language = 'en' } = options;
  const source = script.replace(/\r\n?/g, '\n');
  const most = Math.min(SLIDE_SECONDS.most, Math.max(SLIDE_SECONDS.least, options.slideSeconds ?? SLIDE_SECONDS.usual));
  const planner = new Planner(language, settings.speakingRate, most);
  const pieces = scriptPieces(source);
  if (pieces[0]?.kind !== 'heading') planner.heading(captionText(title) || '…');
  let items: ScriptPiece[] = [];
  const endList = (): void => {
    if (items.length > 0) planner.items(items);
    items = [];
  };
  for (const piece of pieces) {
    const { kind, text, block, list } = piece;
    if (items.length > 0 && items[0]?.list !== list) endList();
    if (kind === 'heading') planner.heading(captionText(text) || '…');
    else if (kind === 'cue') planner.cue(text);
    else if (kind === 'shown') planner.shown(text);
    else if (kind === 'author') planner.author(text);
    else if (block === 'text' || block === 'quote') planner.spoken(piece, block);
    else items.push(piece);
  }
  endList();
  return {
    timing: 'flowing',
    title: captionText(title),
    language,
    scenes: planner.scenes,
    overlays: [],
    settings,
    captionEdits: {},
  };
}
