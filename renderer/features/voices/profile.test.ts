import { describe, expect, test } from 'vitest';

import { VoiceProfile } from '#contract/schema/voice.ts';

import { mergeProfiles, createProfile, splitSamples } from './from-samples.ts';
import {
  toLines,
  completeProfile,
  fromLines,
  readVoiceFile,
  getValue,
  VoiceFileError,
  writeVoiceFile,
  withValue,
} from './profile.ts';
import { getChangeLabel, getFieldName, SECTIONS } from './voice-labels.ts';

const createFile = (content: string, name = 'a.json'): File => new File([content], name);

describe('the profile editor', () => {
  test('has every field of the contract exactly once', () => {
    const emptyProfile = completeProfile(null);
    expect(VoiceProfile.safeParse(emptyProfile).error).toBeUndefined();
    let filledProfile = emptyProfile;
    const paths = SECTIONS.flatMap(({ fields }) => fields);
    for (const { path, kind } of paths) filledProfile = withValue(filledProfile, path, kind === 'list' ? ['x'] : 'x');
    expect(VoiceProfile.safeParse(filledProfile).success).toBe(true);
    expect(JSON.stringify(filledProfile)).not.toMatch(/""|\[\]/);
    expect(new Set(paths.map(({ path }) => path.join('.'))).size).toBe(paths.length);
  });

  test('keeps unknown fields so that validation can report them', () => {
    const profile = completeProfile({ extra: 1, writing_style_analysis: { phrase_kit: { uses: ['a'], odd: true } } });
    expect(profile['extra']).toBe(1);
    expect(getValue(profile, ['phrase_kit', 'odd'])).toBe(true);
    expect(getValue(profile, ['phrase_kit', 'uses'])).toEqual(['a']);
    expect(getValue(profile, ['phrase_kit', 'avoid'])).toEqual([]);
  });

  test('shows a list as lines and returns exactly what was typed', () => {
    const pair = { from: 'utilize', to: 'use' };
    expect(toLines(['a', pair, ''])).toBe('a\nutilize -> use\n');
    for (const text of ['', 'a', 'a\n', '\n\nb ', 'utilize -> use']) {
      expect(toLines(fromLines(text, [pair]))).toBe(text);
    }
    expect(fromLines('new\nutilize -> use', ['a', pair])).toEqual(['new', pair]);
  });

  test('exports to a file and imports it, an API record or a bare profile', async () => {
    const profile = withValue(completeProfile(null), ['phrase_kit', 'uses'], ['Ünïcode 🚂']);
    for (const content of [
      writeVoiceFile('Mine', profile),
      JSON.stringify({ data: { name: 'Mine', profile } }),
      `\uFEFF${JSON.stringify({ name: 'Mine', profile })}`,
    ]) {
      expect(await readVoiceFile(createFile(content))).toEqual({ name: 'Mine', profile });
    }
    expect(await readVoiceFile(createFile(JSON.stringify(profile), 'bare.json'))).toEqual({ name: 'bare', profile });
  });

  test('fills in missing fields on import, and reports unknown ones', async () => {
    const incomplete = { writing_style_analysis: { phrase_kit: { uses: ['a'] }, surprise: 'x' } };
    const { profile } = await readVoiceFile(createFile(JSON.stringify({ name: 'Half', profile: incomplete })));
    const messages = VoiceProfile.safeParse(profile).error?.issues.map(({ message }) => message);
    expect(messages).toEqual(['Not allowed here: surprise.']);
    const contractMessages = VoiceProfile.safeParse(incomplete).error?.issues.map(({ message }) => message);
    expect(new Set(contractMessages)).toEqual(new Set(['This field is required.', 'Not allowed here: surprise.']));
    expect(getFieldName('phrase_kit')).toBe('Phrases');
  });

  test.each(['', 'x', '[]', '{}', '{"profile":7}', '{"profile":{"writing_style_analysis":[]}}'])(
    'rejects an invalid file: %s',
    async (content) => {
      await expect(readVoiceFile(createFile(content))).rejects.toBeInstanceOf(VoiceFileError);
    },
  );

  test('rejects a file above 1 MB before reading it', async () => {
    await expect(readVoiceFile(createFile('x'.repeat(1024 * 1024 + 1)))).rejects.toThrow(/too large/);
  });

  test('describes changes in words', () => {
    expect(getChangeLabel('voice.created')).toBe('New voice');
    expect(getChangeLabel('profile.phrase_kit.avoid.changed')).toBe('Phrases: Phrases to avoid');
    expect(getChangeLabel('profile.of.a.newer.service.changed')).toBe('of.a.newer.service');
    expect(getChangeLabel('something.else')).toBe('something.else');
  });
});

describe('a profile from samples', () => {
  const samples = 'So I look at the train. You know that it is late, and I do not mind. Now we wait for it. '.repeat(
    26,
  );

  test('is complete and valid', () => {
    const profile = createProfile([samples], 'en');
    expect(VoiceProfile.safeParse(profile).error).toBeUndefined();
    expect(getValue(profile!, ['spoken_patterns', 'starter_words'])).toEqual(['Now', 'So']);
    expect(createProfile(['Too little.'], 'en')).toBeNull();
  });

  test('needs 500 spoken words', () => {
    const sentence = 'Now we wait for the train again. ';
    expect(createProfile([sentence.repeat(71)], 'en')).toBeNull();
    expect(createProfile([sentence.repeat(40), sentence.repeat(32)], 'en')).not.toBeNull();
  });

  test('splits pasted text at lines of dashes', () => {
    expect(splitSamples('One.\n---\nTwo.\n-----\n\n')).toEqual(['One.\n', '\nTwo.\n']);
    expect(splitSamples('  ')).toEqual([]);
  });

  test('takes from a model only what was not measured', () => {
    const measuredProfile = createProfile([samples], 'en')!;
    const fromModel = {
      writing_style_analysis: { example_paragraph: 'Made up.', thinking_style: 'Concrete', phrase_kit: 7 },
    };
    const mergedProfile = mergeProfiles(measuredProfile, fromModel);
    expect(getValue(mergedProfile, ['thinking_style'])).toBe('Concrete');
    expect(getValue(mergedProfile, ['example_paragraph'])).toBe(getValue(measuredProfile, ['example_paragraph']));
    expect(mergeProfiles(measuredProfile, null)).toBe(measuredProfile);
    expect(VoiceProfile.safeParse(mergedProfile).success).toBe(true);
  });
});
