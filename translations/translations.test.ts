import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

import { readCatalogue, catalogueFile } from './catalogue.ts';
import { TRANSLATIONS } from './languages.ts';
import { read, ROOT, speaking } from './messages.ts';
import { catalogueText } from './sync.ts';

/** Returns the placeholders that the runtime fills with values and markup. */
const marks = (text: string): string[] => (text.match(/\{\d+\}|<\/?\d+\/?>|#/g) ?? []).sort();
/** Returns the white space and punctuation at both ends, which belong to the surrounding markup. */
const edges = (text: string): string[] => [/^\s*/.exec(text)![0], /[\s…:]*$/u.exec(text)![0]];

it('each language has a catalogue, and each catalogue a language', () => {
  const found = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.po'));
  expect(found.map((name) => name.replace('.po', ''))).toEqual([...TRANSLATIONS]);
});

/** Texts inside a `throw` are not translated; a plain Error is meant for developers. */
it('no user-facing text stands in a throw', () => {
  const thrown = speaking().flatMap(
    (name) => readFileSync(join(ROOT, name), 'utf8').match(/throw new (?!(Type)?Error\()\w+\(\s*['"`]/g) ?? [],
  );
  expect(thrown).toEqual([]);
});

describe.each(TRANSLATIONS)('catalogue %s', (language) => {
  const { texts, plural } = readCatalogue(language);

  it('matches the texts in the sources (npm run translations updates it)', async () => {
    expect(await catalogueText(language)).toBe(readFileSync(catalogueFile(language), 'utf8'));
  });

  it('translates every text', () => {
    const missing = [...texts.values()].filter(({ english, forms }) => english.some((_, at) => !forms[at]));
    expect(missing).toEqual([]);
  });

  it('keeps the placeholders and the outer punctuation of each text', () => {
    const wrong = [...texts.values()].filter(({ english, forms }) =>
      english.some((text, at) => {
        const form = forms[at] ?? '';
        return marks(form).join() !== marks(text).join() || edges(form).join('|') !== edges(text).join('|');
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('picks the plural form that Intl.PluralRules picks', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const forms = runInNewContext(`(n) => Number(${plural})`) as (n: number) => number;
    for (let n = 0; n < 200; n++)
      expect(forms(n), String(n)).toBe(new Intl.PluralRules(language).select(n) === 'one' ? 0 : 1);
    expect(categories).toHaveLength(2);
  });
});

it('no source compares a value with a translated text', async () => {
  const compared = await Promise.all(
    speaking().map(async (name) => {
      const content = readFileSync(join(ROOT, name), 'utf8');
      const { messages } = await read(name, content);
      const texts = messages.flatMap(({ msgStr }) => msgStr).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      const beside = texts.filter((text) =>
        new RegExp(`(?:[!=]==|includes\\(|case) ?'${text}'|'${text}' [!=]==`).test(content),
      );
      return beside.map((text) => `${name}: ${text}`);
    }),
  );
  expect(compared.flat()).toEqual([]);
});

describe('extraction of translatable texts', () => {
  const said = async (source: string): Promise<string[]> =>
    (await read('renderer/Example.svelte', source)).messages.map(({ msgStr }) => msgStr.join('|'));

  it('finds texts in markup, attributes, scripts and plurals', async () => {
    expect(await said(`<p title="Not yet">Read <b>this</b> now</p>`)).toEqual(['Not yet', 'Read <0>this</0> now']);
    expect(await said(`<script>const say = (n) => plural(n, ['# idea', '# ideas']);</script>`)).toEqual([
      '# idea|# ideas',
    ]);
    expect(await said('<script>let at = $state(`${done} of ${all} are done`);</script>')).toEqual([
      '{0} of {1} are done',
    ]);
  });

  it('skips selectors, keys, class names and ids', async () => {
    const none = `<script>
      const row = document.querySelector('[role="option"] .row');
      if (event.key === 'ArrowDown' || event.key === 'Enter') go('next');
      // @wc-ignore
      const known = 'Not a text';
    </script><p class="small quiet" id="some thing" />`;
    expect(await said(none)).toEqual([]);
  });
});
