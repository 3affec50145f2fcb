/** Turns a script into scenes, deterministically and without a model. */
import { capitalize } from '#markdown/capitalize.ts';
import { toCaptionText } from '#markdown/captions/breaks.ts';
import { type ScriptPiece, listScriptPieces } from '#markdown/spoken-pieces.ts';

import { toSeed } from '../text/composer/random.ts';
import { splitSentence } from './captions.ts';
import { groupSentences, toListItem, type PlannedSentence, getSentences } from './planned-sentences.ts';
import {
  truncateAtWord,
  createFields,
  chooseLayout,
  MAX_POINTS,
  markPart,
  toPoints,
  type SceneText,
} from './scene-text.ts';
import type { Scene, SceneKind, SlideLayout, VideoPlan, VideoSettings } from './video.ts';

export interface PlanOptions {
  readonly title: string;
  readonly settings: VideoSettings;
  /** A language tag. */
  readonly language?: string;
  /** How long one slide may stay, approximately (spec 3 "Video" `slideshow_max_seconds`). */
  readonly slideSeconds?: number;
}

export const SLIDE_SECONDS = { min: 4, usual: 6, max: 60 } as const;
/** A picture moves, so it may stay longer than a slide. */
const PICTURE_SECONDS = 12;
const TITLE_SECONDS = 3;
const SECTION_SECONDS = 2.6;
/** A heading's slide also speaks the first sentence after it, if that takes no longer. */
const OPENING_SECONDS = 5;
/**
 * If the script names no pictures, one is made up after this many sentences at the earliest. Other words in a sentence
 * may divide the slides anew; counting sentences leaves the pictures where they were.
 */
const PICTURE_EVERY = 8;

/** How much of a slide's time goes to the silences around its words, in seconds. */
const SILENCE_SECONDS = 0.5;

/** Shortens a picture's description to a caption: the part before the first comma is enough. */
const toLabel = (cue: string): string => truncateAtWord(capitalize(/^[^,;.]{8,}/.exec(cue)?.[0] ?? cue), 70);

/** The field that shows the author of a quote, by layout or kind of scene. */
const AUTHOR_FIELDS: Partial<Record<SlideLayout | SceneKind, string>> = {
  quote: 'source',
  points: 'title',
  picture: 'caption',
};

/** Returns whether a cue asks for someone who speaks to the camera. */
export const asksForPresenter = (cue: string): boolean => /\b(to camera|presenter|talking head|host)\b/i.test(cue);

type SceneOptions = Pick<Scene, 'kind' | 'prompt' | 'leastSeconds' | 'within'>;

/** Returns the words of a scene, and their pauses if there are any. */
const toNarration = (sentences: readonly PlannedSentence[]): Pick<Scene, 'narration' | 'pauses'> => ({
  narration: sentences.map(({ text }) => text),
  ...(sentences.some(({ pause }) => pause > 0) && { pauses: sentences.map(({ pause }) => pause) }),
});

class Planner {
  readonly #scenes: Scene[] = [];
  readonly #pace: { readonly language: string; readonly rate: number };
  readonly #maxSlideSeconds: number;
  #chapter = '';
  #chapterCount = 0;
  /** The picture to show during the next words. */
  #cue = '';
  /** The text that the script asks to show during the next words. */
  #shownText = '';
  /** A heading's scene that may still get its first sentence. */
  #opening: Scene | null = null;
  #sentencesSincePicture = 0;
  /** The number of scenes so far, by what they show. */
  readonly #sceneCounts = new Map<string, number>();

  constructor(language: string, rate: number, maxSeconds: number) {
    this.#pace = { language, rate };
    this.#maxSlideSeconds = maxSeconds;
  }

  get scenes(): readonly Scene[] {
    this.#flushPending();
    return this.#scenes;
  }

  addHeading(text: string): void {
    this.#flushPending();
    const isFirst = this.#scenes.length === 0;
    if (!isFirst) {
      this.#chapter = text;
      this.#chapterCount += 1;
    }
    const texts: SceneText = isFirst ? { title: text, body: '' } : { number: String(this.#chapterCount), title: text };
    this.#add(isFirst ? 'title' : 'section', texts, [], { leastSeconds: isFirst ? TITLE_SECONDS : SECTION_SECONDS });
    this.#opening = this.#scenes.at(-1) ?? null;
  }

  addCue(text: string): void {
    // There is no picture of the person yet; the editor takes one.
    if (asksForPresenter(text)) {
      this.#opening = null;
      return;
    }
    if (this.#cue !== '') this.#flushPending();
    this.#cue = toCaptionText(text);
    this.#opening = null;
  }

  addShownText(text: string): void {
    this.#shownText = [this.#shownText, toCaptionText(text)].filter((part) => part !== '').join(' · ');
    this.#opening = null;
  }

  /** Adds the author of the last quote. */
  addAuthor(text: string): void {
    const scene = this.#scenes.at(-1);
    const key = scene && AUTHOR_FIELDS[scene.kind === 'slide' ? scene.layout : scene.kind];
    if (!scene || key === undefined) return;
    const fields = scene.fields.map((field) =>
      field.key === key ? { ...field, value: truncateAtWord(text, field.maxChars) } : field,
    );
    this.#scenes[this.#scenes.length - 1] = { ...scene, fields };
  }

  addSpokenWords(piece: ScriptPiece, block: 'text' | 'quote'): void {
    const sentences = getSentences(piece, this.#pace);
    const [firstSentence] = sentences;
    if (this.#opening && firstSentence !== undefined && firstSentence.seconds <= OPENING_SECONDS && block === 'text') {
      this.#scenes[this.#scenes.length - 1] = { ...this.#opening, ...toNarration([firstSentence]) };
      sentences.shift();
    }
    this.#opening = null;
    // A quote scene has room for its author and for no other text.
    if (block === 'quote') this.#flushShownText();
    const maxSeconds = this.#maxSlideSeconds - SILENCE_SECONDS;
    const pictureSeconds = this.#cue === '' ? undefined : Math.max(maxSeconds, PICTURE_SECONDS);
    for (const group of groupSentences(sentences, { maxSeconds, pictureSeconds, language: this.#pace.language })) {
      if (this.#cue !== '') this.#addCuedScene(group);
      else this.#addSpoken(group, block);
    }
  }

  /** Adds the items of a list, divided evenly among as few slides as hold them. */
  addItems(pieces: readonly ScriptPiece[]): void {
    this.#opening = null;
    const maxItems = Math.ceil(pieces.length / Math.ceil(pieces.length / MAX_POINTS));
    let group: { item: PlannedSentence; number: number | null }[] = [];
    const endGroup = (): void => {
      if (group.length > 0) this.#addPoints(group);
      group = [];
    };
    for (const piece of pieces) {
      const item = toListItem(piece, this.#pace);
      group.push({ item, number: piece.number });
      if (group.length === maxItems || item.seconds > this.#maxSlideSeconds) endGroup();
    }
    endGroup();
  }

  #addPoints(group: readonly { readonly item: PlannedSentence; readonly number: number | null }[]): void {
    const sentences = group.map(({ item }) => item);
    if (this.#cue !== '') return this.#addCuedScene(sentences);
    this.#sentencesSincePicture += 1;
    const texts = sentences.map(({ text }) => text);
    const numbers = group.map(({ number }) => number);
    this.#add('points', { ...toPoints(texts, numbers), title: this.#takeShownText() || this.#chapter }, sentences);
    // Only the last item of a slide may be long.
    this.#addRemainingParts(this.#splitLong(sentences.at(-1)), 'text');
  }

  /** Splits a sentence that would leave a slide standing for too long. */
  #splitLong(sentence: PlannedSentence | undefined): readonly { readonly text: string; readonly from: number }[] {
    if (sentence === undefined || sentence.seconds <= this.#maxSlideSeconds) return [];
    const { text, seconds } = sentence;
    return splitSentence(text, {
      seconds,
      maxSeconds: this.#maxSlideSeconds - SILENCE_SECONDS,
      language: this.#pace.language,
    });
  }

  /** Adds a slide for each later part of a long sentence. */
  #addRemainingParts(
    parts: readonly { readonly text: string; readonly from: number }[],
    block: 'text' | 'quote',
  ): void {
    for (const [index, { text, from }] of parts.entries()) {
      if (index === 0) continue;
      const slide = this.#chooseLayout([text], block);
      const position = { isFirst: false, isLast: index === parts.length - 1 };
      this.#add(slide.layout, markPart(slide, text, position), [], { within: from });
    }
  }

  /** Adds the picture that the script asked for, with sentences spoken over it. */
  #addCuedScene(sentences: readonly PlannedSentence[]): void {
    const cue = this.#cue;
    this.#cue = '';
    this.#addPicture(cue, this.#takeShownText() || toLabel(cue), sentences);
  }

  #chooseLayout(words: readonly string[], block: 'text' | 'quote') {
    const previousLayout = this.#scenes.at(-1)?.layout ?? null;
    return chooseLayout(words, { block, previousLayout, language: this.#pace.language });
  }

  #takeShownText(): string {
    const shownText = this.#shownText;
    this.#shownText = '';
    return shownText;
  }

  #addSpoken(sentences: readonly PlannedSentence[], block: 'text' | 'quote'): void {
    const isPictureDue = this.#sentencesSincePicture >= PICTURE_EVERY;
    this.#sentencesSincePicture += sentences.length;
    const parts = this.#splitLong(sentences[0]);
    const words = parts[0] ? [parts[0].text] : sentences.map(({ text }) => text);
    const shownText = this.#takeShownText();
    if (shownText !== '') this.#add('statement', { title: shownText }, sentences);
    else {
      const slide = this.#chooseLayout(words, block);
      if (block === 'text' && slide.layout === 'statement' && isPictureDue) {
        return this.#addPicture(`${this.#chapter}. ${sentences[0]?.text ?? ''}`, slide.texts['title'] ?? '', sentences);
      }
      const firstTexts =
        parts.length > 1 ? markPart(slide, words[0] ?? '', { isFirst: true, isLast: false }) : slide.texts;
      this.#add(slide.layout, firstTexts, sentences);
    }
    this.#addRemainingParts(parts, block);
  }

  #addPicture(prompt: string, caption: string, sentences: readonly PlannedSentence[]): void {
    this.#sentencesSincePicture = 0;
    this.#add('statement', { caption }, sentences, { kind: 'picture', prompt });
  }

  /** Adds the picture or text that the script asked for even if nothing is spoken over it. */
  #flushPending(): void {
    if (this.#cue !== '') this.#addCuedScene([]);
    this.#flushShownText();
  }

  #flushShownText(): void {
    const shownText = this.#takeShownText();
    if (shownText !== '') this.#add('statement', { title: shownText }, []);
  }

  #add(
    layout: Scene['layout'],
    texts: SceneText,
    sentences: readonly PlannedSentence[],
    { kind = 'slide', prompt = '', leastSeconds = 0, within }: Partial<SceneOptions> = {},
  ): void {
    const index = this.#scenes.length + 1;
    const isCard = sentences.length === 0 && within === undefined;
    this.#scenes.push({
      key: `block-${index}`,
      kind,
      layout,
      fields: createFields(kind, layout, texts),
      ...toNarration(sentences),
      prompt,
      seed: this.#createSeed(layout, prompt === '' ? Object.values(texts) : [prompt]),
      media: null,
      chapter: this.#chapter,
      leastSeconds: Math.max(leastSeconds, isCard ? SECTION_SECONDS : 0),
      ...(within !== undefined && { within }),
    });
  }

  /** Returns a seed that stays the same when scenes are added before, so that no picture is drawn or paid for again. */
  #createSeed(layout: SlideLayout, shownTexts: readonly string[]): number {
    const key = JSON.stringify([layout, ...shownTexts]);
    const repeats = this.#sceneCounts.get(key) ?? 0;
    this.#sceneCounts.set(key, repeats + 1);
    return toSeed(key, String(repeats));
  }
}

/** Returns the scenes of a script, at least its title. The same script gives the same plan. */
export function planVideo(script: string, options: PlanOptions): VideoPlan {
  const { title, settings, language = 'en' } = options;
  const source = script.replace(/\r\n?/g, '\n');
  const maxSeconds = Math.min(
    SLIDE_SECONDS.max,
    Math.max(SLIDE_SECONDS.min, options.slideSeconds ?? SLIDE_SECONDS.usual),
  );
  const planner = new Planner(language, settings.speakingRate, maxSeconds);
  const pieces = listScriptPieces(source);
  if (pieces[0]?.kind !== 'heading') planner.addHeading(toCaptionText(title) || '…');
  let items: ScriptPiece[] = [];
  const endList = (): void => {
    if (items.length > 0) planner.addItems(items);
    items = [];
  };
  for (const piece of pieces) {
    const { kind, text, block, list } = piece;
    if (items.length > 0 && items[0]?.list !== list) endList();
    if (kind === 'heading') planner.addHeading(toCaptionText(text) || '…');
    else if (kind === 'cue') planner.addCue(text);
    else if (kind === 'shown') planner.addShownText(text);
    else if (kind === 'author') planner.addAuthor(text);
    else if (block === 'text' || block === 'quote') planner.addSpokenWords(piece, block);
    else items.push(piece);
  }
  endList();
  return {
    timing: 'flowing',
    title: toCaptionText(title),
    language,
    scenes: planner.scenes,
    overlays: [],
    settings,
    captionEdits: {},
  };
}
