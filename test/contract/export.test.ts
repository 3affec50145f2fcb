/** Tests a script's export in every format, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { DATABASES } from '#test/support/service.ts';

import { World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  test('keeps text that is not markdown, and exports the same words in every format', async () => {
    const body = '# The *night* train\n\nThe train left at <time>, ~~late~~ &amp; full.\n\n<script>alert(1)</script>\n';
    const params = { id: await world.createScript({ body }) };
    const exportScript = async (query: Record<string, string>) =>
      (await world.owner.data<{ content: string }>('scripts.export', { params, query })).content;
    expect(await exportScript({ format: 'markdown' })).toBe(body);
    expect(await exportScript({ format: 'markdown', include_headings: 'false' })).toBe(body.replace('# ', ''));
    const text = 'The night train\n\nThe train left at <time>, late & full.\n\n<script>alert(1)</script>\n';
    expect(await exportScript({ format: 'text' })).toBe(text);
    expect(await exportScript({ format: 'text', include_headings: 'false' })).toBe(text);
    const html = [
      '<h1>The <em>night</em> train</h1>',
      '<p>The train left at &lt;time&gt;, <s>late</s> &amp; full.</p>',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
    ].join('\n');
    expect(await exportScript({ format: 'html' })).toBe(html);
    const plainHtml = html.replaceAll(/(<\/?)h1>/g, '$1p>');
    expect(await exportScript({ format: 'html', include_headings: 'false' })).toBe(plainHtml);
  });
});
