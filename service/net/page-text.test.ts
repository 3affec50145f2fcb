import { expect, test } from 'vitest';

import { extractPageText } from './page-text.ts';

const HTML = `<!doctype html><html><head><title> Night   trains </title><style>p { color: red }</style>
<script>alert('no')</script></head><body>
<nav><a href="/home">Home</a> Menu</nav>
<article><h1>They are back</h1><p>It began in <b>2021</b> &amp; goes on.<br>Every night.</p>
<ul><li>One <a href="../cars?x=1#part">sleeping cars</a></li></ul><img alt="none"></article>
<aside>Subscribe</aside><footer>Imprint</footer></body></html>`;

test('keeps the main text of a page and drops what surrounds it', () => {
  expect(extractPageText(HTML, 'https://trains.example/a/b')).toEqual({
    title: 'Night trains',
    text: ['They are back', 'It began in 2021 & goes on.', 'Every night.', 'One sleeping cars'].join('\n'),
    links: [{ url: 'https://trains.example/cars?x=1', text: 'sleeping cars' }],
  });
});

test('takes the whole body of a page without a main element', () => {
  expect(extractPageText('<p>One</p><div>Two <i>three</i></div>four', 'https://a.example/').text).toBe(
    'One\nTwo three\nfour',
  );
});

test.each(['', '<', '<p', '<a href="http://[">x</a>', '</p></article></main>', '<title>', '\u0000<p>\uFFFF'])(
  'accepts %j',
  (html) => {
    expect(typeof extractPageText(html, 'https://a.example/').text).toBe('string');
  },
);
