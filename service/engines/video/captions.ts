/** Makes captions from timed sentences, and the subtitle files that players read. */
import { wordsOf } from '#markdown/words.ts';

import type { Cue } from './video.ts';

/** Fits two lines of about forty letters, as subtitling guides recommend. */
export const CAPTION_LETTERS = 76;
/** Most people can still read this many letters per second. */
export const READABLE_SPEED = 21;

export interface SpokenSentence {
  readonly id: string;
  readonly scene: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPACED = /\S+\s*/g;

/** Splits a sentence into parts that fit a caption, at its pauses if possible. */
function chunks(sentence: string): string[] {
  if (sentence.length <= CAPTION_LETTERS) return [sentence];
  const words = (sentence.match(SPACED) ?? [sentence]).flatMap((word) =>
    word.length <= CAPTION_LETTERS ? [word] : (word.match(/[\s\S]{1,38}/gu) ?? []),
  );
  const parts = Math.ceil(sentence.length / CAPTION_LETTERS);
  const even = sentence.length / parts;
  const out: string[] = [];
  let line = '';
  for (const word of words) {
    const pause = /[,;:–—]\s*$/.test(line) && line.length > even * 0.55;
    if (line !== '' && (line.length + word.trimEnd().length > Math.min(CAPTION_LETTERS, even * 1.25) || pause)) {
      out.push(line.trim());
      line = '';
    }
    line += word;
  }
  if (line.trim() !== '') out.push(line.trim());
  return out;
}

/** Estimates a word's duration from its letters plus a constant. */
const weight = (text: string): number => text.length + 2;

function wordTimes(text: string, start: number, end: number): Cue['words'] {
  const words = text.match(SPACED)?.map((word) => word.trimEnd()) ?? [];
  const total = words.reduce((sum, word) => sum + weight(word), 0);
  let at = start;
  return words.map((word) => {
    const begins = at;
    at += ((end - start) * weight(word)) / total;
    return { text: word, start: begins };
  });
}

/** Applies `edits`, which replace a caption's text by its id; an empty text removes the caption. */
export function cuesOf(sentences: readonly SpokenSentence[], edits: Readonly<Record<string, string>>): Cue[] {
  return sentences.flatMap(({ id, scene, text, start, end }) => {
    const parts = chunks(text);
    const total = parts.reduce((sum, part) => sum + weight(part), 0);
    let at = start;
    return parts.flatMap((part, index): Cue[] => {
      const from = at;
      at += ((end - start) * weight(part)) / total;
      const cue = `${id}-${index + 1}`;
      const said = edits[cue] ?? part;
      if (said.trim() === '' || (edits[cue] === undefined && wordsOf(said).length === 0)) return [];
      return [{ id: cue, scene, start: from, end: at, text: said, words: wordTimes(said, from, at) }];
    });
  });
}

function stamp(seconds: number, point: ',' | '.'): string {
  const whole = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const ms = String(whole % 1000).padStart(3, '0');
  return `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}${point}${ms}`;
}

/** Prevent a line that looks like the end of a caption from ending it. */
const oneBlock = (text: string): string =>
  text
    .replace(/\s*\n\s*/g, '\n')
    .replaceAll('-->', '→')
    .trim();

export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(
      ({ start, end, text }, index) => `${index + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${oneBlock(text)}\n`,
    )
    .join('\n');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const toVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(
      ({ id, start, end, text }) => `${id}\n${stamp(start, '.')} --> ${stamp(end, '.')}\n${escaped(oneBlock(text))}\n`,
    )
    .join('\n')}`;
