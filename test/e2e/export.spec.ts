/** Tests the content of exported files: from the service if it answers, from the draft otherwise. */
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';
import type { TestApp } from './test-app.ts';

const TEXT = '# Trains & ships\n\nHello **world**, <b>raw</b>.\n\n- one\n- [two](https://example.org)\n';
const MORE = 'Written with the service away.';

type Exports = Readonly<Record<string, string>>;

/** Returns the expected files, which were written by hand. */
const createExpectedExports = (more: string): Exports => ({
  markdown: TEXT + (more === '' ? '' : `\n${more}`),
  'markdown without marks': TEXT.replace('# ', '') + (more === '' ? '' : `\n${more}`),
  html: `<h1>Trains &amp; ships</h1>\n<p>Hello <strong>world</strong>, &lt;b&gt;raw&lt;/b&gt;.</p>\n<ul>\n<li>one</li>\n<li><a href="https://example.org">two</a></li>\n</ul>\n${more === '' ? '' : `<p>${more}</p>\n`}`,
  'html without marks': `<p>Trains &amp; ships</p>\n<p>Hello <strong>world</strong>, &lt;b&gt;raw&lt;/b&gt;.</p>\n<ul>\n<li>one</li>\n<li><a href="https://example.org">two</a></li>\n</ul>\n${more === '' ? '' : `<p>${more}</p>\n`}`,
});

const getBody = (page: string): string => /<body>\n([^]*)\n<\/body>/.exec(page)?.[1] ?? page;

async function exportAll(app: TestApp): Promise<Exports> {
  const exportAs = async (format: person.Format, headings: boolean) =>
    (await person.exportScript(app, { format, headings })).content;
  return {
    markdown: await exportAs('Markdown', true),
    'markdown without marks': await exportAs('Markdown', false),
    html: getBody(await exportAs('HTML', true)),
    'html without marks': getBody(await exportAs('HTML', false)),
  };
}

test('exports markdown, HTML and plain text with and without the service', async ({ app, page }) => {
  await person.openScript(page, 'Five stations older than their towns');
  await person.rewrite(page, TEXT);
  await person.expectSaved(page);

  await test.step('with the service', async () => {
    expect(await exportAll(app)).toEqual(createExpectedExports(''));
    const html = await person.exportScript(app, { format: 'HTML' });
    expect(html.name).toBe('Five stations older than their towns.html');
    expect(html.content).toContain('<title>Five stations older than their towns</title>');
    const text = await person.exportScript(app, { format: 'Plain text' });
    expect(text.name).toBe('Five stations older than their towns.txt');
    expect(text.content).toContain('Hello world');
    expect(text.content).not.toMatch(/[#*[\]]/);
  });

  await test.step('with a service that hangs', async () => {
    process.kill(app.findServicePid(), 'SIGSTOP');
    await person.write(page, `\n${MORE}`);
    await person.expectSaved(page);
    expect(await exportAll(app)).toEqual(createExpectedExports(MORE));
  });
});
