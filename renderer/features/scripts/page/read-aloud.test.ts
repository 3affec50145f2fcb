import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pronunciation } from '#markdown/pronunciation.ts';
import { NO_VOICE, ReadAloud, readSentencesFrom, type TextToRead, selectVoices } from './read-aloud.svelte.ts';
import type { Range } from '../editor/spoken-mark.ts';

/** A voice that reports words only when told to. */
class FakeSynthesis extends EventTarget {
  voices: SpeechSynthesisVoice[] = [];
  utterances: SpeechSynthesisUtterance[] = [];
  speak = (utterance: SpeechSynthesisUtterance): void => {
    this.utterances.push(utterance);
    utterance.onstart?.(new Event('start') as SpeechSynthesisEvent);
  };
  cancel = vi.fn();
  getVoices = (): SpeechSynthesisVoice[] => this.voices;
  createUtterance = (text: string): SpeechSynthesisUtterance => ({ text }) as SpeechSynthesisUtterance;

  get last(): SpeechSynthesisUtterance {
    return this.utterances.at(-1)!;
  }

  reportWord(charIndex: number): void {
    this.last.onboundary?.(Object.assign(new Event('boundary'), { charIndex, name: 'word' }) as SpeechSynthesisEvent);
  }

  end(): void {
    this.last.onend?.(new Event('end') as SpeechSynthesisEvent);
  }
}

const createVoice = (name: string, lang = 'en'): SpeechSynthesisVoice => ({
  name,
  voiceURI: name,
  lang,
  default: true,
  localService: true,
});

function startReader(
  script: string,
  {
    voices = [createVoice('Ada')],
    cursor = 0,
    appVoice = null,
    pronunciations = [],
  }: {
    voices?: SpeechSynthesisVoice[];
    cursor?: number;
    appVoice?: FakeSynthesis | null;
    pronunciations?: readonly Pronunciation[];
  } = {},
) {
  const synthesis = new FakeSynthesis();
  synthesis.voices = voices;
  const shownMarks: { script: string; sentence: Range | null; word: Range | null } = {
    script,
    sentence: null,
    word: null,
  };
  const text: TextToRead = {
    get document() {
      return shownMarks.script;
    },
    getText: () => shownMarks.script,
    getCursor: () => cursor,
    showMarks: (sentence, word) => Object.assign(shownMarks, { sentence, word }),
    getMarkedSentence: () => shownMarks.sentence,
  };
  const reader = new ReadAloud({
    text,
    synthesis,
    loadAppVoice: () => Promise.resolve(appVoice),
    getLanguage: () => 'English',
    getPronunciations: () => pronunciations,
    getVoice: () => null,
    getRate: () => 1,
  });
  const unlink = reader.link();
  const getShownWord = (): string =>
    shownMarks.word ? shownMarks.script.slice(shownMarks.word.from, shownMarks.word.to) : '';
  return { reader, synthesis, shownMarks, getShownWord, unlink };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('reading aloud', () => {
  it('speaks the channel’s pronunciations, and marks the words as they are written', () => {
    const pronunciations = [{ written: 'Łódź', spoken: 'woodge' }];
    const { reader, synthesis, getShownWord } = startReader('From Łódź with love.', { pronunciations });
    reader.play();
    expect(synthesis.last.text).toBe('From woodge with love.');
    for (const [spokenText, writtenText] of [
      ['woodge', 'Łódź'],
      ['with', 'with'],
      ['love', 'love'],
    ] as const) {
      synthesis.reportWord(synthesis.last.text.indexOf(spokenText));
      expect(getShownWord()).toBe(writtenText);
    }
  });

  const script = '# Title\n\nOne **two** three. Four [beat] five!\n\n[Cue: map]\n\nSix.';

  it('speaks sentence by sentence and highlights each word in the script', () => {
    const { reader, synthesis, getShownWord, shownMarks } = startReader(script);
    reader.play();
    expect(synthesis.last.text.replace(/\s+/g, ' ')).toBe('One two three.');
    synthesis.reportWord(synthesis.last.text.indexOf('two'));
    expect([getShownWord(), shownMarks.word?.from]).toEqual(['two', script.indexOf('two')]);
    synthesis.end();
    synthesis.reportWord(synthesis.last.text.indexOf('five'));
    expect(shownMarks.word?.from).toBe(script.indexOf('five'));
    synthesis.end();
    expect(synthesis.last.text).toBe('Six.');
    synthesis.end();
    expect([reader.state, shownMarks.word]).toEqual(['stopped', null]);
  });

  it('resumes at the word where it paused', () => {
    const { reader, synthesis } = startReader(script);
    reader.play();
    synthesis.reportWord(synthesis.last.text.indexOf('three'));
    reader.pause();
    expect([reader.state, synthesis.cancel.mock.calls.length]).toEqual(['paused', 1]);
    synthesis.end();
    expect(synthesis.utterances).toHaveLength(1);
    reader.play();
    expect(synthesis.last.text).toBe('three.');
  });

  it('starts with the sentence at the cursor', () => {
    expect(readSentencesFrom(script, script.indexOf('Four'))[0]?.text.startsWith('Four')).toBe(true);
    expect(readSentencesFrom(script, script.indexOf('[Cue')).map(({ text }) => text)).toEqual(['Six.']);
  });

  it('finds its position again after the text changed', () => {
    const { reader, synthesis, shownMarks, getShownWord } = startReader(script);
    reader.play();
    const insertedText = 'New words here. ';
    shownMarks.script = script.replace('One', `${insertedText}One`);
    shownMarks.sentence = {
      from: shownMarks.sentence!.from + insertedText.length,
      to: shownMarks.sentence!.to + insertedText.length,
    };
    synthesis.reportWord(synthesis.last.text.indexOf('three'));
    expect(getShownWord()).toBe('three');
    synthesis.end();
    expect(synthesis.last.text.startsWith('Four')).toBe(true);
  });

  it('estimates the current word when the voice reports none', () => {
    const { reader, getShownWord } = startReader('One two three four five six seven eight nine ten eleven twelve.');
    reader.play();
    vi.advanceTimersByTime(400);
    expect(getShownWord()).toBe('One');
    vi.advanceTimersByTime(1600);
    expect(['six', 'seven', 'eight']).toContain(getShownWord());
  });

  it('reports a missing system voice until one appears', async () => {
    const { reader, synthesis } = startReader(script, { voices: [] });
    expect(reader.problem).toBeNull();
    await vi.advanceTimersByTimeAsync(2500);
    expect(reader.problem).toBe(NO_VOICE);
    synthesis.voices = [createVoice('Late')];
    synthesis.dispatchEvent(new Event('voiceschanged'));
    expect(reader.problem).toBeNull();
    reader.play();
    expect(synthesis.utterances).toHaveLength(1);
  });

  it('reads with the app’s own voice until the system has one', async () => {
    const appVoice = new FakeSynthesis();
    appVoice.voices = [createVoice('app voice')];
    const { reader, synthesis } = startReader(script, { voices: [], appVoice });
    await vi.advanceTimersByTimeAsync(2500);
    expect([reader.problem, reader.voices.map(({ name }) => name)]).toEqual([null, ['app voice']]);
    reader.play();
    appVoice.end();
    expect(appVoice.utterances.map(({ text }) => text.split(' ')[0])).toEqual(['One', 'Four']);
    expect(synthesis.utterances).toHaveLength(0);

    synthesis.voices = [createVoice('Late')];
    synthesis.dispatchEvent(new Event('voiceschanged'));
    expect(appVoice.cancel).toHaveBeenCalled();
    expect(reader.state).toBe('stopped');
    reader.play();
    expect(synthesis.utterances).toHaveLength(1);
  });

  it('does not load the app’s voice while the system has its own', async () => {
    const appVoice = new FakeSynthesis();
    appVoice.voices = [createVoice('app voice')];
    const { reader } = startReader(script, { appVoice });
    await vi.advanceTimersByTimeAsync(5000);
    expect(reader.voices.map(({ name }) => name)).toEqual(['Ada']);
  });

  it('offers the voices of the text’s language and the chosen one, or all voices if none fits', () => {
    const all = [
      createVoice('Deutsch espeak', 'de'),
      createVoice('English (Great Britain) espeak', 'en-gb'),
      createVoice('English (Great Britain)+Adam espeak', 'en-gb'),
      createVoice('Samantha', 'en_US'),
      createVoice('Kyoko', 'ja-JP'),
    ];
    const listNames = (language: string, chosenVoice: string | null = null) =>
      selectVoices(all, language, chosenVoice).map(({ name }) => name);
    expect(listNames('English')).toEqual(['English (Great Britain) espeak', 'Samantha']);
    expect(listNames('German', 'Samantha')).toEqual(['Samantha', 'Deutsch espeak']);
    expect(listNames('English', 'English (Great Britain)+Adam espeak')[0]).toBe('English (Great Britain)+Adam espeak');
    expect(['Japanese', '日本語', 'ja'].map((language) => listNames(language))).toEqual([
      ['Kyoko'],
      ['Kyoko'],
      ['Kyoko'],
    ]);
    expect(listNames('Italiano')).toEqual(['Deutsch espeak', 'English (Great Britain) espeak', 'Samantha', 'Kyoko']);
  });
});
