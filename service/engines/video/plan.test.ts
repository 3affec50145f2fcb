import { describe, expect, test } from 'vitest';

import { countWords } from '#markdown/words.ts';
import { NIGHT_TRAINS_SCRIPT } from '#service/sample/data/night-trains.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { planVideo } from './plan.ts';
import { estimateSeconds } from './estimate.ts';
import { MAX_SECONDS, placeScenes } from './placing.ts';
import { VideoEngineError } from './video.ts';

const createPlan = (script: string, slideSeconds?: number) =>
  planVideo(script, {
    title: 'A title',
    settings: VIDEO_SETTINGS,
    ...(slideSeconds !== undefined && { slideSeconds }),
  });
const listSentences = (script: string): string[] => createPlan(script).scenes.flatMap(({ narration }) => narration);

describe('planVideo', () => {
  test('returns the same plan each time, with unique keys and every sentence once, in order', () => {
    const once = createPlan(NIGHT_TRAINS_SCRIPT);
    expect(createPlan(NIGHT_TRAINS_SCRIPT)).toEqual(once);
    expect(new Set(once.scenes.map(({ key }) => key)).size).toBe(once.scenes.length);
    const words = listSentences(NIGHT_TRAINS_SCRIPT).join(' ');
    expect(words.startsWith('It is twenty to ten on a Tuesday, and this platform should be empty.')).toBe(true);
    expect(words).not.toMatch(/\[Cue|##/);
    for (const { fields } of once.scenes) {
      for (const { value, maxChars } of fields) expect(value.length).toBeLessThanOrEqual(maxChars);
    }
  });

  test('ends a slide with a figure when the next figure is spoken', () => {
    const script =
      '# Trains\n\n## The sum\n\nWhat does it cost?\n\nA night is 129 euros. A flight takes 3 hours. That is all.';
    const slides = createPlan(script)
      .scenes.slice(2)
      .map(({ layout, narration }) => [layout, ...narration]);
    expect(slides).toEqual([
      ['number', 'A night is 129 euros.'],
      ['statement', 'A flight takes 3 hours.', 'That is all.'],
    ]);
  });

  test('maps headings to titles, cues to pictures, lists to points and quotes to quotes', () => {
    const script = [
      '# Night trains',
      '## Inside',
      '[Cue: a compartment, drawn]',
      'Two metres wide. Then it begins.',
      '- Seat\n- Couchette\n- Sleeper',
      '> We sold every berth. — The manager',
      '[Cue: presenter to camera]\n\nNow to you.',
    ].join('\n\n');
    const { scenes } = createPlan(script);
    expect(scenes.map(({ kind, layout }) => (kind === 'slide' ? layout : kind))).toEqual([
      ...['title', 'section', 'picture', 'points', 'quote', 'statement'],
    ]);
    const getFields = (index: number) =>
      Object.fromEntries(scenes[index]!.fields.map(({ key, value }) => [key, value]));
    expect(getFields(2)).toEqual({ caption: 'A compartment' });
    expect(scenes[2]!.prompt).toBe('a compartment, drawn');
    expect(getFields(3)).toMatchObject({ title: 'Inside', point_1: 'Seat', point_3: 'Sleeper' });
    expect(getFields(4)).toEqual({ quote: 'We sold every berth.', source: 'The manager' });
  });

  test('divides a list evenly, so that no slide is left with one point', () => {
    const { scenes } = createPlan('# Bread\n\n- Rye\n- Spelt\n- Wheat\n- Oats\n- Barley');
    expect(scenes.slice(1).map(({ narration }) => narration)).toEqual([
      ['Rye', 'Spelt', 'Wheat'],
      ['Oats', 'Barley'],
    ]);
  });

  test('makes a single title scene for a script without words', async () => {
    for (const script of ['', ' \n\n ', '🚂🌙\n\n✨', '<!-- nothing -->']) {
      const { scenes } = createPlan(script);
      expect(scenes.map(({ layout, narration }) => [layout, narration])).toEqual([['title', []]]);
      expect(scenes[0]!.fields[0]!.value).toBe('A title');
      expect(await estimateSeconds(createPlan(script))).toBe(3);
    }
  });

  test('handles a single word and right-to-left text', () => {
    expect(listSentences('Sleep')).toEqual(['Sleep']);
    const hebrew = 'הרכבת יוצאת בלילה. היא מגיעה בבוקר.';
    expect(listSentences(hebrew).join(' ')).toBe(hebrew);
  });

  test('keeps all 20,000 words, and rejects a video that gets too long', async () => {
    const sentence = 'The last train to the coast leaves at nine in the evening.';
    const script = Array.from({ length: 1700 }, () => sentence)
      .join(' ')
      .replaceAll(/(?:\S+ ){60}/g, '$&\n\n');
    const longPlan = createPlan(script);
    expect(countWords(listSentences(script).join(' '))).toBe(countWords(script));
    expect(await estimateSeconds(longPlan)).toBeLessThan(MAX_SECONDS);
    const slow = { ...longPlan, settings: { ...VIDEO_SETTINGS, speakingRate: 0.5 } };
    await expect(estimateSeconds(slow)).rejects.toThrow(VideoEngineError);
    await expect(estimateSeconds(slow)).rejects.toThrow('longer than three hours');
  });

  test('changes slides at least every 7 seconds, within a long sentence too, and shows all its words', () => {
    const words = 'the last train to the coast left at nine, and nobody in the ministry could say who was on it, ';
    const { scenes, ...rest } = createPlan(
      `# Trains\n\nIt was late. T${words.repeat(3).slice(1)}which was a pity.\n\n- Rye\n- ${words.repeat(2)}`,
    );
    const lengths = scenes.map(({ narration }) => narration.map((text) => (text.split(' ').length / 2.5) * 48_000));
    for (const { scene, frames, speech } of placeScenes({ scenes, ...rest }, lengths)) {
      // A point appears when it is spoken, which is a change too.
      const changes = scene.layout === 'points' ? speech.length : 1;
      expect(frames / 30, scene.key).toBeLessThanOrEqual(7 * changes);
    }
    const parts = scenes.filter(
      ({ layout, narration }) => layout === 'statement' && !narration.includes('It was late.'),
    );
    expect(parts.length).toBeGreaterThan(5);
    expect(parts[0]?.fields[0]?.value).toMatch(/^The last train .* …$/);
    expect(parts[1]?.fields[0]?.value).toMatch(/^… .* …$/);
  });

  test('keeps the times of older plans, which their overlays and comments refer to', () => {
    const { timing: _timing, ...older } = createPlan('# Trains\n\n[Cue: a train]\n\nIt was late.');
    const lengths = older.scenes.map(({ narration }) => narration.map(() => 48_000));
    const placedScenes = placeScenes(older, lengths);
    expect(placedScenes.map(({ firstFrame, frames }) => [firstFrame, frames])).toEqual([
      [0, 90],
      [90, 57],
    ]);
    expect(placedScenes[1]?.speech[0]?.sentence.start).toBeCloseTo(3.4);
  });

  test('keeps all other pictures and slides if a shorter sentence needs one slide less', () => {
    const shorter = NIGHT_TRAINS_SCRIPT.replace(
      'Not late, not delayed: cancelled, for good, more than thirty years ago.',
      'Cancelled, for good, thirty years ago.',
    );
    const [before, after] = [NIGHT_TRAINS_SCRIPT, shorter].map((script) => {
      const { scenes } = createPlan(script);
      return scenes.map(({ key: _key, ...scene }) => JSON.stringify(scene));
    }) as [string[], string[]];
    expect(after).toHaveLength(before.length - 1);
    const earlierKeys = new Set(before);
    expect(after.filter((scene) => !earlierKeys.has(scene))).toHaveLength(1);
    expect(earlierKeys.size).toBe(before.length);
  });

  test('changes slides at the requested pace', () => {
    const script = Array.from(
      { length: 12 },
      (_, index) => `Sentence number ${index + 1} takes about three seconds to say.`,
    ).join(' ');
    expect(createPlan(script, 4).scenes.length).toBeGreaterThan(createPlan(script, 30).scenes.length * 2);
  });
});
