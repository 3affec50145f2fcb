import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { readCatalogue, getCataloguePath } from './catalogue.ts';
import { TRANSLATIONS } from './languages.ts';
import { extractTexts, ROOT, listSourceFiles } from './messages.ts';
import { formatCatalogue } from './sync.ts';

/** Returns the placeholders for values and markup. */
const listPlaceholders = (text: string): string[] => (text.match(/\{\d+\}|<\/?\d+\/?>|#/g) ?? []).sort();
/** Returns the white space and punctuation at both ends, which belong to the surrounding markup. */
const getEdges = (text: string): string[] => [/^\s*/.exec(text)![0], /[\s…:]*$/u.exec(text)![0]];

it('each language has a catalogue, and each catalogue a language', () => {
  const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.po'));
  expect(names.map((name) => name.replace('.po', ''))).toEqual([...TRANSLATIONS]);
});

/** Texts inside a `throw` are not translated; a plain Error is meant for developers. */
it('no user-facing text is in a throw', () => {
  const thrownTexts = listSourceFiles().flatMap(
    (name) => readFileSync(join(ROOT, name), 'utf8').match(/throw new (?!(Type)?Error\()\w+\(\s*['"`]/g) ?? [],
  );
  expect(thrownTexts).toEqual([]);
});

describe.each(TRANSLATIONS)('catalogue %s', (language) => {
  const { texts, plural } = readCatalogue(language);

  it('matches the texts in the sources (npm run translations updates it)', async () => {
    expect(await formatCatalogue(language)).toBe(readFileSync(getCataloguePath(language), 'utf8'));
  });

  it('translates every text', () => {
    const missingTexts = [...texts.values()].filter(({ english, forms }) => english.some((_, index) => !forms[index]));
    expect(missingTexts).toEqual([]);
  });

  it('keeps the placeholders and the outer punctuation of each text', () => {
    const invalidTexts = [...texts.values()].filter(({ english, forms }) =>
      english.some((text, index) => {
        const form = forms[index] ?? '';
        return (
          listPlaceholders(form).join() !== listPlaceholders(text).join() ||
          getEdges(form).join('|') !== getEdges(text).join('|')
        );
      }),
    );
    expect(invalidTexts).toEqual([]);
  });

  it('picks the same plural form as Intl.PluralRules', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const forms = runInNewContext(`(n) => Number(${plural})`) as (n: number) => number;
    for (let n = 0; n < 200; n++)
      expect(forms(n), String(n)).toBe(new Intl.PluralRules(language).select(n) === 'one' ? 0 : 1);
    expect(categories).toHaveLength(2);
  });
});

it('no source compares a value with a translated text', async () => {
  const matches = await Promise.all(
    listSourceFiles().map(async (name) => {
      const content = readFileSync(join(ROOT, name), 'utf8');
      const { messages } = await extractTexts(name, content);
      const texts = messages.flatMap(({ msgStr }) => msgStr).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const comparedTexts = texts.filter((text) =>
        new RegExp(`(?:[!=]==|includes\\(|case) ?'${text}'|'${text}' [!=]==`).test(content),
      );
      return comparedTexts.map((text) => `${name}: ${text}`);
    }),
  );
  expect(matches.flat()).toEqual([]);
});

describe('extraction of translatable texts', () => {
  const extract = async (source: string): Promise<string[]> =>
    (await extractTexts('renderer/Example.svelte', source)).messages.map(({ msgStr }) => msgStr.join('|'));

  it('finds texts in markup, attributes, scripts and plurals', async () => {
    expect(await extract(`<p title="Not yet">Read <b>this</b> now</p>`)).toEqual(['Not yet', 'Read <0>this</0> now']);
    expect(await extract(`<script>const say = (n) => plural(n, ['# idea', '# ideas']);</script>`)).toEqual([
      '# idea|# ideas',
    ]);
    expect(await extract('<script>let at = $state(`${done} of ${all} are done`);</script>')).toEqual([
      '{0} of {1} are done',
    ]);
  });

  it('skips selectors, keys, class names and ids', async () => {
    const source = `<script>
      const row = document.querySelector('[role="the option is found"] .row');
      if (event.key === 'ArrowDown' || event.key === 'Enter') go('next');
      // @wc-ignore
      const known = 'Not a text';
    </script><p class="small quiet" id="some thing" />`;
    expect(await extract(source)).toEqual([]);
  });
});
