import { expect, it } from 'vitest';
import { htmlToMarkdown } from './from-html.ts';

it('reads structure and words, and nothing that runs, loads or hides', () => {
  const page = `<!doctype html><html><head><title> Night  trains </title><style>p{}</style><script>alert(1)</script></head>
    <body><nav>Home</nav><h1>Came back</h1><p onclick="x()">A <b style="font-weight:normal">plain</b>&nbsp;<span style="font-weight:700">bold</span>
    <a href="javascript:alert(1)">bad</a> <a href="https://example.org/a">good</a></p><p hidden>secret</p>
    <iframe src="https://example.org"></iframe><img src="data:image/png;base64,AA" alt="A train"><img src="https://example.org/x.png" alt="B">
    <aside class="cue">map [big]</aside><s>old</s></body></html>`;
  const { title, markdown, notes } = htmlToMarkdown(page);
  expect(title).toBe('Night trains');
  expect(markdown).toBe(
    '# Came back\n\nA plain **bold** bad [good](https://example.org/a)\n\n![A train]()![B](https://example.org/x.png)\n\n[Cue: map (big)]\n\nold\n',
  );
  expect(notes).toEqual([
    'A picture was left out.',
    'A passage lost its strikethrough.',
    'An embedded media item was left out.',
  ]);
});

it('never lets raw HTML through', () => {
  expect(htmlToMarkdown('<p>&lt;img src=x onerror=alert(1)&gt; &lt;!-- x --&gt;</p>').markdown).toBe(
    '\\<img src=x onerror=alert(1)> \\<!-- x -->\n',
  );
});
