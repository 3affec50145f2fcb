/** Tests the tools for writing and speaking: lists, tables, sections, statistics, the teleprompter, reading aloud. */
import type { Locator, Page } from '@playwright/test';

import { isOnDisk } from './journal.ts';
import * as person from './person.ts';
import { expect, test } from './fixtures.ts';

const findHeadings = (page: Page): Locator => page.getByRole('list', { name: 'Headings' }).getByRole('button');
const findFooterText = (page: Page, words: RegExp): Locator => page.getByRole('main').getByText(words);

/** Opens a script and waits for the tools that load after the first paint. */
async function openScript(page: Page, title: string): Promise<void> {
  await person.openScript(page, title);
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
}

const SHORT_SCRIPT = 'Five stations older than their towns';
const LONG_SCRIPT = 'Why night trains came back';

test('edits lists, tables and multiple cursors, and takes pasted pages and dropped files', async ({ page }) => {
  await openScript(page, SHORT_SCRIPT);

  await test.step('lists continue, indent, outdent and renumber', async () => {
    await person.rewrite(page, '1. One');
    for (const keys of ['Enter', 'Tab', 'a', 'Enter', 'b', 'Enter', 'Shift+Tab', 'c']) await page.keyboard.press(keys);
    await expect.poll(() => person.readLines(page)).toBe('1. One\n   1. a\n   2. b\n2. c');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('after');
    await expect.poll(() => person.readLines(page)).toBe('1. One\n   1. a\n   2. b\n2. c\nafter');
  });

  await test.step('a table grows from its header, cell by cell', async () => {
    await person.rewrite(page, '| What | Who |');
    await page.keyboard.press('Enter');
    for (const word of ['Map', 'Ada', 'Tunnel', 'Ben']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('Below');
    await expect
      .poll(() => person.readLines(page))
      .toBe('| What   | Who |\n| ------ | --- |\n| Map    | Ada |\n| Tunnel | Ben |\n\nBelow');
    await expect(person.findPreview(page).getByRole('cell', { name: 'Tunnel' })).toBeVisible();
    await expect(person.findPreview(page).getByRole('columnheader', { name: 'Who' })).toBeVisible();
  });

  await test.step('several occurrences of a word are edited at once', async () => {
    await person.rewrite(page, 'rail and rail and rail');
    await page.keyboard.press('ControlOrMeta+Home');
    for (const _time of [1, 2, 3]) await page.keyboard.press('ControlOrMeta+d');
    await page.keyboard.type('road');
    await expect.poll(() => person.readLines(page)).toBe('road and road and road');
  });

  await test.step('a regular expression replaces with its groups', async () => {
    await person.rewrite(page, 'Vienna to Paris, Rome to Nice');
    await page.keyboard.press('ControlOrMeta+f');
    const find = page.getByRole('search', { name: 'Find and replace' });
    await find.getByRole('button', { name: 'Regular expression' }).click();
    await find.getByRole('textbox', { name: 'Find' }).fill('(\\w+) to (\\w+)');
    await expect(find.getByRole('status')).toHaveText(/2/);
    await find.getByRole('textbox', { name: 'Replace with' }).fill('$2 to $1');
    await find.getByRole('button', { name: 'Replace all' }).click();
    await expect.poll(() => person.readLines(page)).toBe('Paris to Vienna, Nice to Rome');
    await find.getByRole('button', { name: 'Regular expression' }).click();
    await page.keyboard.press('Escape');
  });

  await test.step('a pasted page and a dropped file become markdown', async () => {
    await person.rewrite(page, 'Before.');
    await person.moveToEnd(page);
    await person.findEditor(page).evaluate((editor) => {
      const data = new DataTransfer();
      const page =
        '<h2>The yard</h2><p>A <b>long</b> <a href="https://example.com/a">night</a>.</p><script>alert(1)</script>' +
        '<ul><li>one</li><li>two</li></ul><p onclick="x()" style="display:none">hidden</p>';
      data.setData('text/html', page);
      data.setData('text/plain', 'plain');
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    const pastedText = 'Before.\n\n## The yard\n\nA **long** [night](https://example.com/a).\n\n- one\n- two';
    await expect.poll(() => person.readLines(page)).toBe(pastedText);
    await person.findEditor(page).evaluate((editor) => {
      const data = new DataTransfer();
      data.items.add(new File(['# Dropped\n\nWords of a file.\n'], 'notes.md', { type: 'text/markdown' }));
      const last = editor.querySelector('.cm-line:last-child')!.getBoundingClientRect();
      const position = { clientX: last.right - 2, clientY: last.top + last.height / 2 };
      editor.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...position, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => person.readLines(page)).toBe(`${pastedText}\n\n# Dropped\n\nWords of a file.`);
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => person.readLines(page)).toBe(pastedText);
  });
});

test('input methods compose in place, and nothing half composed is saved or counted', async ({ app, page }) => {
  await openScript(page, SHORT_SCRIPT);
  await person.rewrite(page, 'Trains to ');
  await person.expectSaved(page);
  const count = findFooterText(page, /^[\d,]+ \/ [\d,]+ words$/);
  await expect(count).toHaveText(/^2 \//);
  const keys = await page.context().newCDPSession(page);
  const compose = (text: string): Promise<unknown> =>
    keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  const commitText = (text: string): Promise<unknown> => keys.send('Input.insertText', { text });

  await test.step('Japanese, while the text is saved by another change before it', async () => {
    await page.keyboard.type('see ');
    for (const kana of ['k', 'か', 'かい', 'かいが', 'かいがん']) await compose(kana);
    await expect(person.findEditor(page)).toHaveText('Trains to see かいがん');
    await expect.poll(() => isOnDisk(app, 'Trains to see ')).toBe(true);
    await expect(count).toHaveText(/^3 \//);
    expect(isOnDisk(app, 'かい')).toBe(false);
    await commitText('海岸');
    await expect(person.findEditor(page)).toHaveText('Trains to see 海岸');
    await expect.poll(() => isOnDisk(app, 'Trains to see 海岸')).toBe(true);
    await expect(count).not.toHaveText(/^3 \//);
  });

  await test.step('Chinese, Korean, a dead key and an emoji', async () => {
    for (const [steps, word] of [
      [['z', 'zh', 'zhong'], '中'],
      [['ㅎ', '하', '한'], '한'],
      [['´'], 'é'],
      [[], '👩‍👩‍👧'],
    ] as const) {
      for (const step of steps) await compose(step);
      await commitText(word);
    }
    await expect(person.findEditor(page)).toHaveText('Trains to see 海岸中한é👩‍👩‍👧');
    await person.expectSaved(page);
    await page.reload();
    await expect(person.findEditor(page)).toHaveText('Trains to see 海岸中한é👩‍👩‍👧');
  });
});

test('sections move by keyboard and mouse; focus mode and statistics support writing', async ({ page }) => {
  await openScript(page, LONG_SCRIPT);
  const readNames = async (): Promise<string[]> => {
    const all = await findHeadings(page).allInnerTexts();
    return all.map((words) => words.split('\n').find((line) => /[a-z]/i.test(line)) ?? '');
  };
  await expect(findHeadings(page)).toHaveCount(7);
  const originalNames = await readNames();
  const [one = '', two = '', ...others] = originalNames;

  await test.step('a section moves down, and one undo reverts it', async () => {
    await findHeadings(page).first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(readNames).toEqual([two, one, ...others]);
    await expect(findHeadings(page).nth(1)).toBeFocused();
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(readNames).toEqual(originalNames);
  });

  await test.step('a section is dragged to the top', async () => {
    await findHeadings(page)
      .nth(6)
      .dragTo(findHeadings(page).first(), { targetPosition: { x: 60, y: 3 } });
    await expect.poll(readNames).toEqual([originalNames.at(-1), ...originalNames.slice(0, -1)]);
    await person.findEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(readNames).toEqual(originalNames);
  });

  await test.step('focus mode shows only the text', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(person.findPreview(page)).toBeHidden();
    await expect(page.getByRole('list', { name: 'Headings' })).toBeHidden();
    await expect(person.findEditor(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await expect(person.findPreview(page)).toBeVisible();
  });

  await test.step('typewriter scrolling keeps the current line centred', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+J');
    await person.moveToEnd(page);
    await page.keyboard.type('The last line.');
    const lastLine = person.findEditor(page).getByText('The last line.');
    const readLinePosition = async (): Promise<number> => {
      const [box, mainBox] = await Promise.all([lastLine.boundingBox(), page.getByRole('main').boundingBox()]);
      if (!box || !mainBox) return 0;
      return (box.y + box.height - mainBox.y) / mainBox.height;
    };
    await expect.poll(readLinePosition).toBeGreaterThan(0.3);
    expect(await readLinePosition()).toBeLessThan(0.7);
    await page.keyboard.press('ControlOrMeta+Shift+J');
  });

  await test.step('statistics lead to the longest sentence', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+S');
    const statistics = page.getByRole('dialog', { name: 'Statistics' });
    await expect(statistics.getByRole('definition').first()).toHaveText(/^1,7\d\d$/);
    await expect(statistics.getByRole('row')).toHaveCount(8);
    await statistics.getByRole('listitem').first().getByRole('button').click();
    await expect(statistics).toBeHidden();
    await expect(findHeadings(page).nth(4)).toHaveAttribute('aria-current', 'location');
  });

  await test.step('another pace applies at once', async () => {
    await page.getByRole('button', { name: '150 words per minute' }).click();
    const pace = page.getByRole('dialog', { name: 'Speaking pace' });
    await expect(pace.getByRole('switch')).toBeDisabled();
    await pace.getByRole('textbox', { name: 'Words per minute' }).fill('200');
    await expect(findFooterText(page, /^200 words per minute$/)).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('the teleprompter scrolls, pauses, accepts edits and measures a take', async ({ app, page }) => {
  await openScript(page, SHORT_SCRIPT);
  const words = Array.from({ length: 120 }, (_, n) => `word${n}`);
  await person.rewrite(
    page,
    `## Opening\n\n[Cue: map]\n\n${words.slice(0, 60).join(' ')}\n\n${words.slice(60).join(' ')}`,
  );
  await person.expectSaved(page);
  const [prompter] = await Promise.all([
    app.context.waitForEvent('page'),
    page.getByRole('button', { name: 'Teleprompter' }).click(),
  ]);
  const timeLeft = prompter.getByRole('timer', { name: 'Time left' });
  await expect(timeLeft).toHaveText('0:48 left');
  const readSeconds = async (): Promise<number> => Number(/:(\d\d)/.exec(await timeLeft.innerText())?.[1]);

  await test.step('applies its settings', async () => {
    await prompter.getByRole('button', { name: 'Mirror' }).click();
    await expect(prompter.getByRole('button', { name: 'Mirror' })).toHaveAttribute('aria-pressed', 'true');
    await prompter.getByRole('button', { name: 'Mirror' }).click();
    for (const _second of [3, 2, 1]) await prompter.getByRole('button', { name: 'Countdown: decrease' }).click();
    await prompter.getByRole('button', { name: 'Size: decrease' }).click();
    await expect(prompter.getByRole('group', { name: 'Size' })).toContainText('52');
  });

  await test.step('edits in the teleprompter reach the main window', async () => {
    await prompter.getByRole('region', { name: 'Text' }).focus();
    await prompter.keyboard.press('e');
    const editField = prompter.getByRole('textbox', { name: 'Edit this paragraph' });
    await expect(editField).toHaveValue(words.slice(0, 60).join(' '));
    await editField.press('ControlOrMeta+End');
    await prompter.keyboard.type(' mended here.');
    await prompter.keyboard.press('Escape');
    await expect(person.findEditor(page)).toContainText('word59 mended here.');
    await expect(timeLeft).toHaveText('0:49 left');
  });

  await test.step('starts and pauses with Space and a remote', async () => {
    for (let press = 0; press < 34; press += 1) await prompter.keyboard.press('ArrowUp');
    await expect(prompter.getByRole('group', { name: 'Pace' })).toContainText('320');
    await expect(timeLeft).toHaveText('0:23 left');
    await prompter.keyboard.press('Space');
    await expect.poll(readSeconds).toBeLessThanOrEqual(20);
    await prompter.keyboard.press('PageDown');
    await expect(prompter.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await prompter.keyboard.press('ArrowRight');
    await expect.poll(readSeconds).toBeLessThanOrEqual(9);
    await prompter.keyboard.press('Space');
    await prompter.keyboard.press('PageUp');
    await expect(timeLeft).toHaveText('0:12 left');
  });

  await test.step('measures the take', async () => {
    await prompter.keyboard.press('Home');
    await expect(timeLeft).toHaveText('0:23 left');
    await page.getByRole('button', { name: /words per minute$/ }).click();
    const pace = page.getByRole('dialog', { name: 'Speaking pace' });
    await expect(pace).toContainText(/200 words per minute: \d+ words in 0:\d\d/);
    await pace.getByRole('switch', { name: 'Match the latest teleprompter take' }).click();
    await expect(findFooterText(page, /^200 words per minute$/)).toBeVisible();
  });

  await test.step('its window can be closed even without an opener', async () => {
    await prompter.evaluate(() => (window.opener = null));
    const close = prompter.getByRole('button', { name: 'Close teleprompter' });
    await Promise.all([prompter.waitForEvent('close'), close.click()]);
  });
});

/** Installs a voice that says its next word when `sayNext` is called. */
function installFakeVoice(): void {
  class Utterance {
    voice: unknown = null;
    lang = '';
    rate = 1;
    onstart: (() => void) | null = null;
    onboundary: ((event: { charIndex: number; name: string }) => void) | null = null;
    onend: (() => void) | null = null;
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  let speaking: { utterance: Utterance; words: RegExpMatchArray[] } | null = null;
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [{ name: 'Ada', voiceURI: 'ada', lang: 'en', default: true, localService: true }],
    speak: (utterance: Utterance) => {
      speaking = { utterance, words: [...utterance.text.matchAll(/\p{L}+/gu)] };
      utterance.onstart?.();
    },
    cancel: () => (speaking = null),
  });
  const sayNext = (): void => {
    const word = speaking?.words.shift();
    if (word) speaking?.utterance.onboundary?.({ charIndex: word.index ?? 0, name: 'word' });
    else speaking?.utterance.onend?.();
  };
  Object.defineProperties(window, {
    speechSynthesis: { value: synthesis },
    SpeechSynthesisUtterance: { value: Utterance },
    sayNext: { value: sayNext },
  });
}

test('reads aloud with a system voice', async ({ page }) => {
  await openScript(page, SHORT_SCRIPT);
  const bar = page.getByRole('region', { name: 'Read aloud' });
  await page.addInitScript(installFakeVoice);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Writing tools' })).toBeVisible();
  await person.rewrite(page, '## Head\n\nOne **two**. Three [beat] four.\n\nFive.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.getByRole('button', { name: 'Writing tools' }).click();
  await page.getByRole('menuitem', { name: 'Read aloud' }).click();
  await bar.getByRole('button', { name: 'Read from cursor' }).click();
  const word = page.locator('.cm-spokenWord');
  for (const spokenWord of ['One', 'two']) {
    await page.evaluate('sayNext()');
    await expect(word).toHaveText(spokenWord);
  }
  await page.evaluate('sayNext()');
  await page.evaluate('sayNext()');
  await expect(word).toHaveText('Three');
  await bar.getByRole('button', { name: 'Pause' }).click();
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(word).toHaveText('Three');
  for (const _word of ['Three', 'four', 'end', 'Five']) await page.evaluate('sayNext()');
  await expect(word).toHaveText('Five');
  await page.evaluate('sayNext()');
  await expect(word).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Read from cursor' })).toBeVisible();
});
