import { describe, expect, test } from 'vitest';

import { VoiceProfile } from '#contract/schema/voice.ts';

import { heard, profileFromSamples } from './from-samples.ts';
import {
  asLines,
  editable,
  fromLines,
  readVoiceFile,
  valueAt,
  VoiceFileError,
  voiceFile,
  withValue,
} from './profile.ts';
import { changeWords, fieldName, SECTIONS } from './voice-labels.ts';

const file = (content: string, name = 'a.json'): File => new File([content], name);

describe('a profile in the editor', () => {
  test('has every field the contract wants, and the screen shows each of them once', () => {
    const empty = editable(null);
    expect(VoiceProfile.safeParse(empty).error).toBeUndefined();
    let filled = empty;
    const paths = SECTIONS.flatMap(({ fields }) => fields);
    for (const { path, kind } of paths) filled = withValue(filled, path, kind === 'list' ? ['x'] : 'x');
    expect(VoiceProfile.safeParse(filled).success).toBe(true);
    expect(JSON.stringify(filled)).not.toMatch(/""|\[\]/);
    expect(new Set(paths.map(({ path }) => path.join('.'))).size).toBe(paths.length);
  });

  test('keeps what it does not know, for the check to name', () => {
    const profile = editable({ extra: 1, writing_style_analysis: { phrase_kit: { uses: ['a'], odd: true } } });
    expect(profile['extra']).toBe(1);
    expect(valueAt(profile, ['phrase_kit', 'odd'])).toBe(true);
    expect(valueAt(profile, ['phrase_kit', 'uses'])).toEqual(['a']);
    expect(valueAt(profile, ['phrase_kit', 'avoid'])).toEqual([]);
  });

  test('shows a list as lines and takes back exactly what was typed', () => {
    const pair = { from: 'utilize', to: 'use' };
    expect(asLines(['a', pair, ''])).toBe('a\nutilize -> use\n');
    for (const text of ['', 'a', 'a\n', '\n\nb ', 'utilize -> use']) {
      expect(asLines(fromLines(text, [pair]))).toBe(text);
    }
    expect(fromLines('new\nutilize -> use', ['a', pair])).toEqual(['new', pair]);
  });

  test('leaves as a file and comes back, also as a record of the service or bare', async () => {
    const profile = withValue(editable(null), ['phrase_kit', 'uses'], ['Ünïcode 🚂']);
    for (const content of [
      voiceFile('Mine', profile),
      JSON.stringify({ data: { name: 'Mine', profile } }),
      `\uFEFF${JSON.stringify({ name: 'Mine', profile })}`,
    ]) {
      expect(await readVoiceFile(file(content))).toEqual({ name: 'Mine', profile });
    }
    expect(await readVoiceFile(file(JSON.stringify(profile), 'bare.json'))).toEqual({ name: 'bare', profile });
  });

  test('comes in with every field, though half of them are missing, and what nobody knows is named', async () => {
    const half = { writing_style_analysis: { phrase_kit: { uses: ['a'] }, surprise: 'x' } };
    const { profile } = await readVoiceFile(file(JSON.stringify({ name: 'Half', profile: half })));
    const messages = VoiceProfile.safeParse(profile).error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['Not allowed here: surprise.']);
    const missing = VoiceProfile.safeParse(half).error?.issues.map(({ message }) => message);
    expect(new Set(missing)).toEqual(new Set(['This field is required.', 'Not allowed here: surprise.']));
    expect(fieldName('phrase_kit')).toBe('Phrases');
  });

  test.each(['', 'x', '[]', '{}', '{"profile":7}', '{"profile":{"writing_style_analysis":[]}}'])(
    'refuses a file that is none: %s',
    async (content) => {
      await expect(readVoiceFile(file(content))).rejects.toBeInstanceOf(VoiceFileError);
    },
  );

  test('refuses a file that is too large before it reads it', async () => {
    await expect(readVoiceFile(file('x'.repeat(1024 * 1024 + 1)))).rejects.toThrow(/too large/);
  });

  test('names changes in words', () => {
    expect(changeWords('voice.created')).toBe('New voice');
    expect(changeWords('profile.phrase_kit.avoid.changed')).toBe('Phrases: Phrases to avoid');
    expect(changeWords('profile.of.a.newer.service.changed')).toBe('of.a.newer.service');
    expect(changeWords('something.else')).toBe('something.else');
  });
});

describe('a voice from samples', () => {
  const samples = 'So I look at the train. You know that it is late, and I do not mind. Now we wait for it. '.repeat(8);

  test('is a whole profile that the service takes', () => {
    const profile = profileFromSamples(samples, 'en');
    expect(VoiceProfile.safeParse(profile).error).toBeUndefined();
    expect(valueAt(profile!, ['spoken_patterns', 'starter_words'])).toEqual(['Now', 'So']);
    expect(profileFromSamples('Too little.', 'en')).toBeNull();
  });

  test('takes from a model what was not counted', () => {
    const measured = profileFromSamples(samples, 'en')!;
    const said = {
      writing_style_analysis: { example_paragraph: 'Made up.', thinking_style: 'Concrete', phrase_kit: 7 },
    };
    const both = heard(measured, said);
    expect(valueAt(both, ['thinking_style'])).toBe('Concrete');
    expect(valueAt(both, ['example_paragraph'])).toBe(valueAt(measured, ['example_paragraph']));
    expect(heard(measured, null)).toBe(measured);
    expect(VoiceProfile.safeParse(both).success).toBe(true);
  });
});
