import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { listQuestions, withoutQuestions } from '#markdown/questions.ts';
import { toSpokenText } from '#markdown/spoken-text.ts';
import { isLongRun } from '#test/support/rounds.ts';
import { EngineError, type ScriptBrief, type TextBrief, type TextControl, type TextProgress } from '../text-engine.ts';
import { BRIEFS, EMPTY_BRIEF, RIVER } from './briefs.test-data.ts';
import { createComposer } from './composer.ts';
import { findPack } from './language.ts';
import { findMentions } from './mentions.ts';
import { parseOutline } from './outline-parse.ts';
import { findNamedSections, splitProportionally } from './sections.ts';
import { clean, escapeLine, toComparisonKey, toOneLine, splitPieces, toPlainText, withoutEndMark } from './text.ts';

const composer = createComposer();
const md = new MarkdownIt({ html: true });
const control: TextControl = { signal: new AbortController().signal, onProgress: () => undefined };

/** Returns the paragraphs that would be spoken. */
const listSpokenParagraphs = (script: string): string[] =>
  withoutQuestions(script)
    .split('\n')
    .filter((line) => line !== '' && !/^#{2} |^\[Cue:/.test(line))
    .map((line) => toSpokenText(line).text);

const readBudgets = (outline: string): number[] =>
  [...outline.matchAll(/^## .*\((\d+) \S+\)$/gmu)].map((m) => Number(m[1]));

/** Returns everything the person wrote about a video; words of a template or a voice must not be spoken. */
const toSourceText = ({ title, topic, angle, hook = '', notes = '', prompt, researchTexts }: TextBrief): string =>
  toComparisonKey([title, topic, angle, hook, notes, prompt, ...researchTexts].join(' '));

async function draft(brief: TextBrief): Promise<{ outline: string; script: string }> {
  const outline = (await composer.outline(brief, control)).markdown;
  return { outline, script: (await composer.script({ ...brief, outline }, control)).markdown };
}

function expectDraft(brief: TextBrief, { outline, script }: { outline: string; script: string }): void {
  expect(readBudgets(outline).reduce((a, b) => a + b, 0)).toBe(brief.targetWords);
  for (const section of script.split(/^## /m)) expect(listQuestions(section).length).toBeLessThanOrEqual(2);
  expect(`${md.render(outline)}${md.render(script)}`).not.toMatch(
    /<(script|img|iframe|a|svg|table|pre|code|em|strong|hr)\b/i,
  );
}

describe('briefs of every language', () => {
  it.each(BRIEFS)('$title: speaks only the person’s words, with at most two questions a section', async (brief) => {
    const { outline, script } = await draft(brief);
    expectDraft(brief, { outline, script });
    const source = toSourceText(brief);
    for (const paragraph of listSpokenParagraphs(script)) {
      for (const sentence of splitPieces(paragraph, findPack(brief.language).pack.tag))
        expect(source).toContain(toComparisonKey(sentence));
    }
    const fullText = listSpokenParagraphs(script).join(' ');
    const questions = listQuestions(script).map(({ text }) => text);
    for (const sentence of splitPieces(brief.notes ?? '')) {
      if (/[.!?]$/.test(sentence)) expect(`${fullText} ${questions.join(' ')}`).toContain(withoutEndMark(sentence));
    }
    for (const question of questions) expect(question).toMatch(/[?？]$/);
    expect(new Set(questions).size).toBe(questions.length);
  });
});

const vocabulary = fc.constantFrom(
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
  '40 loaves',
  'the oven',
  '`code`',
  '&lt;',
  '1. first',
  '\\',
  '<script>alert(1)</script>',
  '> [!ask] mine',
  '\u0000',
  '\ud800',
  'a_b_c',
  '\n',
  '\n\n',
  '---',
  '$&',
);
const createMessyText = (max: number): fc.Arbitrary<string> =>
  fc.array(vocabulary, { maxLength: max }).map((w) => w.join(' '));
const anyBrief: fc.Arbitrary<TextBrief> = fc.record({
  title: createMessyText(8),
  topic: createMessyText(40),
  angle: createMessyText(20),
  hook: createMessyText(10),
  notes: createMessyText(20),
  language: fc.constantFrom('', 'English', 'de', 'Spanish', 'fr-CA', 'Klingon', '日本語'),
  targetWords: fc.constantFrom(200, 201, 640, 1000, 2000),
  template: fc.option(
    fc.record({
      name: createMessyText(3),
      prompt: fc.oneof(
        createMessyText(40),
        fc.constant('# Hook\n# Body\n- guide\n# End (20%)'),
        fc.constant('1. Start\n2. Middle: things\n3. Call to action'),
      ),
    }),
  ),
  voice: fc.constant(null),
  researchTexts: fc.array(createMessyText(120), { maxLength: 4 }),
  researchUrls: fc.array(fc.constantFrom('https://example.org/a_b', 'nonsense <x>'), { maxLength: 3 }),
  audience: createMessyText(5),
  prompt: createMessyText(20),
  visualCues: fc.boolean(),
});

describe('outline and draft', () => {
  it('have budgets that add up, at most two questions a section and harmless markdown for any brief', async () => {
    await fc.assert(
      fc.asyncProperty(anyBrief, async (brief) => expectDraft(brief, await draft(brief))),
      { numRuns: 150 },
    );
  });

  it.each([200, 1000, 5000, 20_000])('never exceed %i words by more than a sentence a section', async (targetWords) => {
    const longText = 'Rivers carry more than water through a city that grew beside them. ';
    const texts = Array.from({ length: 10 }, (_, i) =>
      longText.repeat(70).replace(/water/g, (w, at: number) => `${w} ${i}x${at}`),
    );
    const brief = { ...RIVER, researchTexts: texts, targetWords };
    const outline = (await composer.outline(brief, control)).markdown;
    const result = await composer.script({ ...brief, outline }, control);
    const spokenWords = listSpokenParagraphs(result.markdown).join(' ').split(/\s+/).length;
    expect(spokenWords).toBeLessThanOrEqual(targetWords + 20);
    expect(spokenWords).toBeGreaterThan(Math.min(targetWords * 0.65, 6000));
    expect(result.notes.join(' ')).toMatch(targetWords < 5000 ? /sentences of yours didn’t fit/ : /yours, unchanged/);
  });

  it('are the same bytes each time', async () => {
    expect(await draft({ ...RIVER })).toEqual(await draft(RIVER));
  });

  it('use every sentence of the research, unchanged, and once', async () => {
    const { script } = await draft(RIVER);
    for (const sentence of splitPieces(RIVER.researchTexts[0] ?? '')) expect(script.split(sentence)).toHaveLength(2);
    expect(script).toContain(RIVER.hook);
  });

  it('ask about things that the person names', async () => {
    const notes = 'I logged 40 loaves over one winter. My oven runs 30 degrees hot. Elif from Ghent folded the dough.';
    const { script } = await draft({ ...EMPTY_BRIEF, title: 'Bread', notes, targetWords: 1000 });
    const questions = listQuestions(script).map(({ text }) => text);
    expect(questions).toContainEqual(expect.stringMatching(/^You logged 40 loaves: /));
    expect(questions.join(' ')).toMatch(/30 degrees|your oven|Ghent|the dough/);
  });

  it('ask with whole names and things, never with an adjective or something negated', async () => {
    const notes =
      'Levels in the tidal river fell. The cheapest one was the quietest. A swarm is not an attack. She slept in 4 hour shifts. You see it from the HHKB museum near the Thames.';
    const { script } = await draft({ ...EMPTY_BRIEF, title: 'Water', notes, targetWords: 1000 });
    const questions = listQuestions(script)
      .map(({ text }) => text)
      .join('\n');
    expect(questions).toMatch(/the tidal river/);
    expect(questions).toMatch(/“4 hour shifts”/);
    expect(questions).not.toMatch(/tidal(?! river)|(?:about|show) the (?:cheapest|quietest)|attack|“4 hour”/);
    expect(findMentions('You see it near the Thames.', findPack('en').pack).map(({ text }) => text)).toEqual([
      'the Thames',
    ]);
  });

  it('ask questions that fit their subject', async () => {
    const draftQuestions = async (notes: string, language = 'en') => {
      const { script } = await draft({ ...EMPTY_BRIEF, title: 'Untold', notes, language, targetWords: 1000 });
      return listQuestions(script)
        .map(({ text }) => text)
        .join('\n');
    };
    // Questions ask for the reason or sign of advice, and for the outcome of actions.
    expect(await draftQuestions('Count to three.')).toMatch(
      /“Count to three”: (?:what goes wrong|how do people notice)/,
    );
    expect(await draftQuestions('I opened it far too early.')).toMatch(
      /early”\. What (?:happened right after|would you do)/,
    );
    expect(await draftQuestions('Reach matters more than switches.')).toMatch(/switches”\. (?:How did you|What)/);
    // Questions ask what happened at a time, and who people are.
    expect(await draftQuestions('We waited six years.')).toMatch(
      /“six years”: (?:what happened in that time|what could|is that)/,
    );
    expect(await draftQuestions('My aunt framed it.')).toMatch(/(?:What did|What would|describe) your aunt/);
    expect(await draftQuestions('Die Tomaten sah mein Nachbar.', 'de')).toMatch(/„Nachbar“: (?:Was ist dir|Welche)/);
    // Notes to oneself are asked about, not repeated as orders.
    expect(await draftQuestions('Show the worst loaf first.')).toMatch(
      /You noted “Show the worst loaf first”\. What .*\?/,
    );
    expect(await draftQuestions('Explain why it failed.')).toMatch(
      /You noted “Explain why it failed”\. (?:What|How) .*\?/,
    );
  });

  it('do not ask about common knowledge, a definition or a part of the body', async () => {
    const notes =
      'It died at Christmas. Nothing in Europe is like it. A dull joint is a cold joint. I held it with my fingers. I burned myself 9 times.';
    const { script } = await draft({ ...EMPTY_BRIEF, title: 'Untold', notes, targetWords: 1000 });
    const questions = listQuestions(script)
      .map(({ text }) => text)
      .join('\n');
    expect(questions).not.toMatch(/Christmas\?|about Europe|the (?:dull|cold) joint|your fingers|myself|Why mention/);
    expect(questions).toContain('You burned yourself 9 times');
    expect(findMentions('À cinq heures, tout est vendu.', findPack('fr').pack)).toEqual([]);
    expect(findMentions('Il faut cinq heures.', findPack('fr').pack)).toMatchObject([{ kind: 'duration' }]);
  });

  it('quote a sentence without a name instead of asking about the video', async () => {
    const { script } = await draft({
      ...EMPTY_BRIEF,
      title: 'Salt',
      notes: 'Nothing works without salt. I would do it again.',
    });
    expect(listQuestions(script).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/“(?:Nothing works without salt|I would do it again)”/),
    );
  });

  it('name headings after things that the person writes about', async () => {
    const draftHeadings = async (brief: TextBrief) => (await draft(brief)).script.match(/(?<=^## ).*/gm);
    const [bread] = BRIEFS;
    expect(await draftHeadings(bread!)).toEqual([
      'Cold open',
      'What this is about',
      'The starter',
      'My biggest mistake',
      'A closer look',
      'Recap and goodbye',
    ]);
    const notes = 'Der Schaffner weckte uns. Am Wochenende fuhr niemand. Die Tomaten brauchen Sonne. Es regnete lange.';
    expect(await draftHeadings({ ...EMPTY_BRIEF, title: 'Zug', notes, language: 'de' })).toContain('Tomaten');
  });

  it('put each sentence under the heading of the template that fits it', async () => {
    const bees = BRIEFS.find(({ title }) => title.includes('bees'))!;
    const [, winter = '', swarm = ''] = (await draft(bees)).script.split(/^## /m).slice(1);
    expect(winter).toMatch(/^The first winter\n\nI opened the hive.* In winter some 10,000 remain\./);
    expect(swarm).toMatch(/^The swarm\n\nA swarm is not an attack\. I fed them sugar/);
  });

  it('have no title if the brief has none', async () => {
    expect(
      (await composer.outline({ ...EMPTY_BRIEF, notes: 'Nothing works without salt.' }, control)).markdown,
    ).not.toMatch(/^# /m);
  });

  it('ask in the language of the brief, and say so where they cannot', async () => {
    const { script } = await draft({
      ...EMPTY_BRIEF,
      title: 'Zug',
      notes: 'Der Schaffner weckte uns.',
      language: 'Deutsch',
    });
    expect(
      listQuestions(script)
        .map(({ text }) => text)
        .join(' '),
    ).toContain('„Schaffner“');
    const result = await composer.outline({ ...RIVER, language: 'Klingon' }, control);
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
    expect(readBudgets(outline)[2]).toBeGreaterThan(400);
    expect(script.match(/^## .*/gm)).toEqual(['## Hook', '## What you need', '## Baking', '## Call to action']);
    // The template instructs the creator, so its words are no line to speak.
    const questions = listQuestions(script).map(({ text }) => text);
    expect(questions).toContainEqual(expect.stringMatching(/^You noted “show the loaf”\..*\?$/));
    expect(listSpokenParagraphs(script).join(' ')).not.toContain('show the loaf');
  });

  it.each([
    ['en', 'Film the bridge from the boat.', 'Films were cheap then.'],
    ['de', 'Film die Brücke vom Boot aus.', 'Filme waren damals billig.'],
    ['es', 'Enseña el ruido de las cintas.', 'Enseña matemáticas en Jaén.'],
    ['fr', 'Filme le pont depuis la barque.', 'Les films étaient bon marché.'],
  ])('ask what to say where a note tells what to show (%s)', async (language, note, sentence) => {
    const { script } = await draft({ ...EMPTY_BRIEF, language, title: 'X', notes: `${note} ${sentence}` });
    const speech = listSpokenParagraphs(script).join(' ');
    expect(speech).not.toContain(note);
    expect(speech).toContain(sentence);
  });

  it('change no words, whatever the voice', async () => {
    const profile = {
      phrase_kit: { replacements: ['destroyed -> wrecked'] },
      rhetorical_toolkit: { cta_patterns: ['Ask people for one memory of a river'] },
    };
    const { script } = await draft({ ...RIVER, voice: { name: 'Maya', instructions: '', profile } });
    expect(script).toContain('Bombing had destroyed several sewage works.');
    expect(script).not.toContain('memory of a river');
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
      const { markdown } = await composer.script(brief, control);
      expect(listSpokenParagraphs(markdown).join(' ').split(/\s+/).length, outline).toBeGreaterThan(20);
    }
    const { markdown } = await composer.script({ ...RIVER, outline: outlines[0] ?? '' }, control);
    expect(markdown.match(/^## .*/gm)).toEqual(['## Start', '## The bridge', '## End']);
    expect(listSpokenParagraphs(markdown).at(-1)).toBe('Bye then, people.');
    const questions = listQuestions(markdown).map(({ text }) => text);
    expect(questions.join(' ')).toContain('You noted “Say hello”.');
    expect(questions.join(' ')).toContain('“Something about steel”');
  });

  it.runIf(isLongRun)('take less than 400 ms for 20,000 words', async () => {
    const brief = {
      ...RIVER,
      targetWords: 20_000,
      outline: (await composer.outline({ ...RIVER, targetWords: 20_000 }, control)).markdown,
    };
    await composer.script(brief, control);
    const times: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const start = process.cpuUsage();
      await composer.script(brief, control);
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
    const outline = (await composer.outline(RIVER, control)).markdown;
    const error: unknown = await composer
      .script({ ...RIVER, outline }, { signal: abort.signal, onProgress })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).kind).toBe('cancelled');
    expect(progress.some((p) => p.label.startsWith('Writing 4'))).toBe(false);
  });
});

describe('the composer’s helpers', () => {
  it('distributes exactly the total number of words', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 20_000 }),
        fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 100 }),
        (total, weights) => {
          const parts = splitProportionally(total, weights);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });

  it('escapes text so that markdown shows it, and reads it back', () => {
    fc.assert(
      fc.property(createMessyText(12), (raw) => {
        const text = toOneLine(clean(raw).replace(/\uFFFD/g, ''));
        fc.pre(text !== '');
        const html = md.render(escapeLine(text));
        expect(html).toMatch(/^<p>[^<]*<\/p>\n$/);
        expect(toPlainText(escapeLine(text))).toBe(text);
      }),
    );
  });

  it('finds sections in templates and lengths in outlines', () => {
    expect(findNamedSections('Structure: hook, three steps, recap and goodbye').map((s) => s.heading)).toEqual([
      'Hook',
      'Three steps',
      'Recap and goodbye',
    ]);
    expect(findNamedSections('Keep it short. Use humour.')).toEqual([]);
    const { pack } = findPack('en');
    const { sections } = parseOutline('## The summer of (1976)\n## Two (80)\n## Three (1,200 words)\n', 2000, pack);
    expect(sections.map((s) => s.requestedWords)).toEqual([null, 80, 1200]);
    expect(sections[0]?.heading).toBe('The summer of (1976)');
  });
});
