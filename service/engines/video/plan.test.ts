import { describe, expect, test } from 'vitest';

import { countWords } from '#markdown/words.ts';
import { NIGHT_TRAINS_SCRIPT } from '#service/sample/data/night-trains.ts';

import { planVideo } from './plan.ts';
import { estimateSeconds, LONGEST_SECONDS } from './timing.ts';
import { VideoEngineError, type VideoSettings } from './video.ts';

const settings: VideoSettings = {
  width: 1280,
  height: 720,
  design: 'screening',
  narration: true,
  speakingRate: 1,
  voice: null,
  captions: { enabled: true, style: 'default' },
  music: { enabled: true, file: null },
};
const plan = (script: string, slideSeconds?: number) =>
  planVideo(script, { title: 'A title', settings, ...(slideSeconds !== undefined && { slideSeconds }) });
const said = (script: string): string[] => plan(script).scenes.flatMap(({ narration }) => narration);

describe('a script as scenes', () => {
  test('is the same plan every time, with keys of its own and every sentence said once, in order', () => {
    const once = plan(NIGHT_TRAINS_SCRIPT);
    expect(plan(NIGHT_TRAINS_SCRIPT)).toEqual(once);
    expect(new Set(once.scenes.map(({ key }) => key)).size).toBe(once.scenes.length);
    const words = said(NIGHT_TRAINS_SCRIPT).join(' ');
    expect(words.startsWith('It is twenty to ten on a Tuesday, and this platform should be empty.')).toBe(true);
    expect(words).not.toMatch(/\[Cue|##/);
    for (const { fields } of once.scenes) {
      for (const { value, maxChars } of fields) expect(value.length).toBeLessThanOrEqual(maxChars);
    }
  });

  test('has its headings as title and chapters, its cues as pictures, its lists as points, its quotes as quotes', () => {
    const script = [
      '# Night trains',
      '## Inside',
      '[Cue: a compartment, drawn]',
      'Two metres wide. Then it begins.',
      '- Seat\n- Couchette\n- Sleeper',
      '> We sold every berth — The manager',
      '[Cue: presenter to camera]\n\nNow to you.',
    ].join('\n\n');
    const { scenes } = plan(script);
    expect(scenes.map(({ kind, layout }) => (kind === 'slide' ? layout : kind))).toEqual([
      ...['title', 'section', 'picture', 'points', 'quote', 'presenter'],
    ]);
    const fields = (at: number) => Object.fromEntries(scenes[at]!.fields.map(({ key, value }) => [key, value]));
    expect(fields(2)).toEqual({ caption: 'A compartment' });
    expect(scenes[2]!.prompt).toBe('a compartment, drawn');
    expect(fields(3)).toMatchObject({ title: 'Inside', point_1: 'Seat', point_3: 'Sleeper' });
    expect(fields(4)).toEqual({ quote: 'We sold every berth', source: 'The manager' });
  });

  test('is a title where nothing is said: no words, only emoji, only white space', () => {
    for (const script of ['', ' \n\n ', '🚂🌙\n\n✨', '<!-- nothing -->']) {
      const { scenes } = plan(script);
      expect(scenes.map(({ layout, narration }) => [layout, narration])).toEqual([['title', []]]);
      expect(scenes[0]!.fields[0]!.value).toBe('A title');
      expect(estimateSeconds(plan(script))).toBe(3);
    }
  });

  test('says a single word, and words written from right to left', () => {
    expect(said('Sleep')).toEqual(['Sleep']);
    const hebrew = 'הרכבת יוצאת בלילה. היא מגיעה בבוקר.';
    expect(said(hebrew).join(' ')).toBe(hebrew);
  });

  test('holds 20,000 words, none lost, and says where that is too long', () => {
    const sentence = 'The last train to the coast leaves at nine in the evening.';
    const script = Array.from({ length: 1700 }, () => sentence)
      .join(' ')
      .replaceAll(/(?:\S+ ){60}/g, '$&\n\n');
    const long = plan(script);
    expect(countWords(said(script).join(' '))).toBe(countWords(script));
    expect(estimateSeconds(long)).toBeLessThan(LONGEST_SECONDS);
    const slow = { ...long, settings: { ...settings, speakingRate: 0.5 } };
    expect(() => estimateSeconds(slow)).toThrow(VideoEngineError);
    expect(() => estimateSeconds(slow)).toThrow('longer than three hours');
  });

  test('changes slides as often as it is told', () => {
    const script = Array.from(
      { length: 12 },
      (_, at) => `Sentence number ${at + 1} takes about three seconds to say.`,
    ).join(' ');
    expect(plan(script, 4).scenes.length).toBeGreaterThan(plan(script, 30).scenes.length * 2);
  });
});
