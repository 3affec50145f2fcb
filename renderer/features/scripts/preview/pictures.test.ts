import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Preview } from './preview.ts';

const ADDRESS = `pictures/${'a'.repeat(64)}.png`;

let preview: Preview;
let host: HTMLElement;

beforeEach(() => {
  preview = new Preview();
  host = document.createElement('div');
  document.body.append(host);
  preview.link(host);
});
afterEach(() => host.remove());

const getPictures = (): string[] => [...host.querySelectorAll('img')].map((image) => image.outerHTML);

describe('a kept picture', () => {
  it('is shown with its description and loaded lazily', () => {
    preview.update(`Before ![A *map*](${ADDRESS} "Title") after`);
    const [image] = host.querySelectorAll('img');
    expect(image?.getAttribute('src')).toBe(ADDRESS);
    expect([image?.alt, image?.title, image?.getAttribute('loading')]).toEqual(['A map', 'Title', 'lazy']);
    expect(host.textContent?.replace(/\s+/g, ' ').trim()).toBe('Before after');
  });

  it('shows a note when it cannot be loaded', () => {
    preview.update(`![A map](${ADDRESS})\n\n![](${ADDRESS})\n\n<img src="${ADDRESS}">`);
    for (const image of host.querySelectorAll('img')) image.dispatchEvent(new Event('error'));
    const notes = [...host.querySelectorAll('.media')].map(({ textContent }) => textContent);
    expect(notes).toEqual([
      'This picture is on another computer: A map',
      'This picture is on another computer',
      'This picture is on another computer',
    ]);
    preview.update('No picture.');
    expect(host.textContent?.trim()).toBe('No picture.');
  });
});

describe('the preview', () => {
  it.each([
    `![x](https://example.org/${ADDRESS})`,
    `![x](/${ADDRESS})`,
    `![x](../${ADDRESS})`,
    `![x](${ADDRESS}?a=1)`,
    `![x](${ADDRESS.replace('.png', '.svg')})`,
    '![x](pictures/a.png)',
    '![x](data:image/png;base64,AAAA)',
    `<img srcset="${ADDRESS}" src="https://example.org/x.png">`,
    `<picture><source srcset="https://example.org/x.png"><img src="${ADDRESS}"></picture>`,
  ])('loads nothing from %s', (markdown) => {
    preview.update(markdown);
    expect(getPictures()).toEqual([]);
    expect(host.textContent).toContain('Picture not loaded');
  });

  it('loads nothing from other attributes of a kept picture', () => {
    preview.update(
      `<img src="${ADDRESS}" alt="x" onerror="alert(1)" srcset="https://example.org/x.png 2x" style="position:fixed" id="a">`,
    );
    expect(getPictures()).toEqual([`<img src="${ADDRESS}" alt="x" loading="lazy">`]);
  });
});
