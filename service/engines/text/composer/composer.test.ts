import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { countWords } from '#markdown/words.ts';
import { EngineError, type ScriptBrief, type TextBrief, type TextControl, type TextProgress } from '../text-engine.ts';
import { createComposer } from './composer.ts';
import { packFor } from './language.ts';
import { parseOutline } from './outline-parse.ts';
import { namedSections, shareOut } from './sections.ts';
import { clean, endsSentence, escapeLine, oneLine, pieces, plain } from './text.ts';

const composer = createComposer();
const md = new MarkdownIt({ html: true });
const ctl: TextControl = { signal: new AbortController().signal, onProgress: () => undefined };

const EMPTY: TextBrief = {
  title: '',
  topic: '',
  angle: '',
  language: '',
  targetWords: 1000,
  template: null,
  voice: null,
  researchTexts: [],
  researchUrls: [],
  audience: '',
  prompt: '',
};
const RIVER: TextBrief = {
  ...EMPTY,
  title: 'How the Thames came back to life',
  topic:
    'How a river that was declared biologically dead became one of the cleanest city rivers in Europe. The story of sewers, laws and patient people.',
  angle: 'Told from the water, not from the bank',
  hook: 'In 1957 you could smell the Thames before you could see it.',
  language: 'English',
  audience: 'People who live near a river',
  researchTexts: [
    'The Natural History Museum declared the Thames biologically dead in 1957. Oxygen levels in the tidal river had fallen close to zero.\n\n- Bombing had destroyed several sewage works.\n- Salmon were caught again in 1974.\nSeals breed in the estuary, and seahorses have been found as far up as Greenwich.',
  ],
};

/** Leaves out headings and cues, which are not spoken. */
function spoken(markdown: string): string {
  return markdown
    .split('\n')
    .filter((l) => !/^\s{0,3}#|^\[Cue:/.test(l))
    .join('\n');
}
function paragraphs(markdown: string): string[] {
  return spoken(markdown)
    .split('\n')
    .map((l) => l.replace(/^> ?/, '').trim())
    .filter((l) => l !== '');
}
function sentences(markdown: string): string[] {
  return paragraphs(markdown)
    .flatMap((p) => p.match(/[^.!?]+[.!?]+/g) ?? [])
    .map((s) => s.trim());
}
function budgets(outline: string): number[] {
  return [...outline.matchAll(/^## .*\((\d+) \S+\)$/gmu)].map((m) => Number(m[1]));
}
async function draft(brief: TextBrief): Promise<{ outline: string; script: string }> {
  const outline = (await composer.outline(brief, ctl)).markdown;
  return { outline, script: (await composer.script({ ...brief, outline }, ctl)).markdown };
}
function expectDraft(brief: TextBrief, { outline, script }: { outline: string; script: string }): void {
  const target = brief.targetWords;
  expect(budgets(outline).reduce((a, b) => a + b, 0)).toBe(target);
  expect(Math.abs(countWords(spoken(script)) - target)).toBeLessThanOrEqual(target * 0.1);
  for (const p of paragraphs(script)) expect(endsSentence(p), p).toBe(true);
  const html = `${md.render(outline)}${md.render(script)}`;
  expect(html).not.toMatch(/<(script|img|iframe|a|svg|table|pre|code|em|strong|hr)\b/i);
}

const words = fc.constantFrom(
  'river',
  'the',
  'Überfall',
  '東京の川',
  'النهر',
  '🎬',
  '<b>x</b>',
  '**bold**',
  '[a](javascript:alert(1))',
  '# head',
  '- item',
  'one.',
  'two?',
  '`code`',
  '&lt;',
  '1. first',
  '\\',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  'a_b_c',
  '\n',
  '\n\n',
  '---',
  '$&',
);
const messy = (max: number): fc.Arbitrary<string> => fc.array(words, { maxLength: max }).map((w) => w.join(' '));
const anyBrief: fc.Arbitrary<TextBrief> = fc.record({
  title: messy(8),
  topic: messy(40),
  angle: messy(20),
  hook: messy(10),
  notes: messy(20),
  language: fc.constantFrom('', 'English', 'de', 'Spanish', 'fr-CA', 'Klingon', '日本語'),
  targetWords: fc.constantFrom(200, 201, 640, 1000, 2000),
  template: fc.option(
    fc.record({
      name: messy(3),
      prompt: fc.oneof(
        messy(40),
        fc.constant('# Hook\n# Body\n- guide\n# End (20%)'),
        fc.constant('1. Start\n2. Middle: things\n3. Call to action'),
      ),
    }),
  ),
  voice: fc.constant(null),
  researchTexts: fc.array(messy(120), { maxLength: 4 }),
  researchUrls: fc.array(fc.constantFrom('https://example.org/a_b', 'nonsense <x>'), { maxLength: 3 }),
  audience: messy(5),
  prompt: messy(20),
  visualCues: fc.boolean(),
});

describe('outline and draft', () => {
  it('hold lengths, whole sentences and harmless markdown for any brief', async () => {
    await fc.assert(
      fc.asyncProperty(anyBrief, async (brief) => expectDraft(brief, await draft(brief))),
      { numRuns: 150 },
    );
  });

  it.each([200, 201, 1000, 2000, 5000, 19_999, 20_000])(
    'hold lengths at %i words, rich, thin and empty',
    async (targetWords) => {
      const long = 'Rivers carry more than water through a city that grew beside them. ';
      const rich = Array.from({ length: 10 }, (_, i) => `${i} `.repeat(2) + long.repeat(70)).map((t, i) =>
        [...t.slice(0, 5000)].join('').replace(/water/g, (w, at: number) => `${w} ${i}x${at}`),
      );
      for (const brief of [
        RIVER,
        EMPTY,
        { ...RIVER, researchTexts: rich },
        { ...EMPTY, topic: 'x'.repeat(5000) },
        { ...EMPTY, topic: '東京の川は長い。'.repeat(200) },
        { ...EMPTY, topic: 'هذا نهر طويل في المدينة. '.repeat(200) },
      ]) {
        expectDraft({ ...brief, targetWords }, await draft({ ...brief, targetWords }));
      }
    },
  );

  it('are the same bytes each time and others for another brief', async () => {
    const first = await draft(RIVER);
    expect(await draft({ ...RIVER })).toEqual(first);
    expect((await draft({ ...RIVER, title: 'Another' })).script).not.toBe(first.script);
  });

  it('say nothing twice', async () => {
    for (const language of ['English', 'German', 'Spanish', 'French']) {
      const { script } = await draft({ ...RIVER, language, targetWords: 2000 });
      const all = sentences(script);
      expect(new Set(all).size / all.length).toBeGreaterThan(0.98);
      for (const section of script.split(/^## /m)) {
        const own = sentences(section);
        expect(new Set(own).size).toBe(own.length);
      }
    }
  });

  it('use every sentence of the research, unchanged, and invent no number', async () => {
    const { script } = await draft(RIVER);
    for (const sentence of pieces(RIVER.researchTexts[0] ?? '')) expect(script).toContain(sentence);
    expect(script).toContain(RIVER.hook);
    const given = `${RIVER.topic} ${RIVER.hook ?? ''} ${RIVER.researchTexts.join(' ')}`;
    for (const number of spoken(script).match(/\d+/g) ?? []) expect(given).toContain(number);
  });

  it('speak the language of the brief, and say so where they cannot', async () => {
    expect((await draft({ ...RIVER, language: 'Deutsch' })).script).toMatch(
      /Darum geht es|Thema|geht es um eine Sache/,
    );
    const result = await composer.outline({ ...RIVER, language: 'Klingon' }, ctl);
    expect(result.notes.join(' ')).toContain('Klingon');
    expect(result.notes.join(' ')).toContain('no language model');
    expect(result.usage).toBeNull();
  });

  it('follow a template’s sections and lengths', async () => {
    const template = {
      name: 'Loaf',
      prompt: 'Write it so.\n1. Hook: show the loaf\n2. What you need\n3. Baking (50%)\n4. Call to action',
    };
    const { outline, script } = await draft({ ...RIVER, template });
    expect([...outline.matchAll(/^## (.*) \(/gm)].map((m) => m[1])).toEqual([
      '1. Hook',
      '2. What you need',
      '3. Baking',
      '4. Call to action',
    ]);
    expect(budgets(outline)[2]).toBeGreaterThan(400);
    expect(script.match(/^## .*/gm)).toEqual(['## Hook', '## What you need', '## Baking', '## Call to action']);
  });

  it('follow a voice', async () => {
    const profile = {
      stance_and_relationship: { narrative_person: 'first person singular' },
      spoken_patterns: { starter_words: ['Look'], transition_phrases: ['Here is where it gets good'] },
      phrase_kit: {
        avoid: ['keep that in mind'],
        replacements: ['destroyed -> wrecked', { from: 'caught', to: 'landed' }],
      },
      rhetorical_toolkit: { cta_patterns: ['Ask for one memory of a river'] },
    };
    const { outline, script } = await draft({
      ...RIVER,
      targetWords: 1500,
      voice: { name: 'Maya', instructions: '', profile },
    });
    expect(outline).toContain('Ask for one memory of a river');
    expect(script).toMatch(/\bLook, /);
    expect(script).toContain('Here is where it gets good.');
    expect(script).toContain('Bombing had wrecked several sewage works.');
    expect(script).toContain('Salmon were landed again');
    expect(script.toLowerCase()).not.toContain('keep that in mind');
  });

  it('keep to the sentence length, the long forms and the sayings of a voice', async () => {
    const long =
      'The old sewers under the city carried everything straight into the river every day, and they were never meant for so many people.';
    const profile = {
      diction_and_syntax: { sentence_shape: 'at most 18 words', avoid: ['contractions'] },
      phrase_kit: { uses: ['That is the whole argument.'] },
    };
    const brief = { ...RIVER, researchTexts: [...RIVER.researchTexts, long] };
    const plain = await draft(brief);
    const voiced = await draft({ ...brief, voice: { name: 'Maya', instructions: '', profile } });
    expect(plain.script).toContain('every day, and they were never meant');
    expect(voiced.script).toContain('every day. And they were never meant');
    expect(voiced.script).toContain('That is the whole argument.');
    expect(plain.script).toMatch(/\b(?:it|that|here|there)['’]s\b/i);
    expect(voiced.script).not.toMatch(/\b(?:it|that|here|there)['’]s\b/i);
  });

  it('write cues only when asked', async () => {
    expect((await draft(RIVER)).script).not.toContain('[Cue:');
    expect((await draft({ ...RIVER, visualCues: true })).script).toMatch(/^\[Cue: .+\]$/m);
  });

  it('respect an outline a person edited, however it is written', async () => {
    const outlines = [
      '# Mine\n\n## Start [150 words]\n\n- Say hello\n\n## The bridge (about 500 words)\n* Something about **steel**\n\n## End\nBye then, people.\n',
      'Start\n=====\nhello there\n\nEnd\n---\n- bye',
      '1. First thing\n   - a detail\n2. Second thing (300 words)\n',
      'Just one line without any structure',
      '',
      '\n\n> only a quote\n',
      '## \n## \n##',
      '# A (5 words)\n# B (7 words)',
    ];
    for (const outline of outlines) {
      const brief: ScriptBrief = { ...RIVER, outline };
      const { markdown } = await composer.script(brief, ctl);
      expect(Math.abs(countWords(spoken(markdown)) - 1000), outline).toBeLessThanOrEqual(100);
    }
    const { markdown } = await composer.script({ ...RIVER, outline: outlines[0] ?? '' }, ctl);
    const bridge = countWords(spoken(`## ${markdown.split(/^## /m)[2] ?? ''}`));
    expect(Math.abs(bridge - 500)).toBeLessThanOrEqual(60);
  });

  it('are quick at 20,000 words', async () => {
    const brief = {
      ...RIVER,
      targetWords: 20_000,
      outline: (await composer.outline({ ...RIVER, targetWords: 20_000 }, ctl)).markdown,
    };
    await composer.script(brief, ctl);
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const start = process.cpuUsage();
      await composer.script(brief, ctl);
      times.push(process.cpuUsage(start).user / 1000);
    }
    expect(Math.min(...times)).toBeLessThan(400);
  });

  it('report each section and can be cancelled in the middle', async () => {
    const abort = new AbortController();
    const progress: TextProgress[] = [];
    const onProgress = (p: TextProgress): void => {
      progress.push(p);
      if (p.label.startsWith('Writing 3 of')) abort.abort();
    };
    const outline = (await composer.outline(RIVER, ctl)).markdown;
    const error: unknown = await composer
      .script({ ...RIVER, outline }, { signal: abort.signal, onProgress })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).kind).toBe('cancelled');
    expect(progress.some((p) => p.label.startsWith('Writing 4'))).toBe(false);
  });
});

describe('the composer’s tools', () => {
  it('shares out exactly', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 20_000 }),
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 100 }),
        (total, weights) => {
          const parts = shareOut(total, weights);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });

  it('escapes text so that markdown shows it, and reads it back', () => {
    fc.assert(
      fc.property(messy(12), (raw) => {
        const text = oneLine(clean(raw).replace(/\uFFFD/g, ''));
        fc.pre(text !== '');
        const html = md.render(escapeLine(text));
        expect(html).toMatch(/^<p>[^<]*<\/p>\n$/);
        expect(plain(escapeLine(text))).toBe(text);
      }),
    );
  });

  it('finds sections in templates and lengths in outlines', () => {
    expect(namedSections('Structure: hook, three steps, recap and goodbye').map((s) => s.heading)).toEqual([
      'Hook',
      'Three steps',
      'Recap and goodbye',
    ]);
    expect(namedSections('Keep it short. Use humour.')).toEqual([]);
    const { pack } = packFor('en');
    const { sections } = parseOutline('## The summer of (1976)\n## Two (80)\n## Three (1,200 words)\n', 2000, pack);
    expect(sections.map((s) => s.asked)).toEqual([null, 80, 1200]);
    expect(sections[0]?.heading).toBe('The summer of (1976)');
  });
});
