/** Tests that the window opens where it was, and always where it can be seen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../e2e/studio.ts';

test.use({
  machine: {
    displays: [
      { width: 1600, height: 1000 },
      { width: 1920, height: 1080 },
    ],
  },
});

test('it opens where it was, as it was', async ({ studio }) => {
  const facts = async () => (await studio.desktop.control.window.all())[0];
  const moved = { x: 1700, y: 80, width: 1200, height: 700 };
  expect((await facts())?.bounds).toEqual({ x: 80, y: 50, width: 1440, height: 900 });
  await studio.desktop.control.window.move(1, moved);
  await studio.desktop.control.window.maximize(1);
  await studio.desktop.control.app.quit();
  await studio.desktop.ended;

  await studio.start();
  await expect.poll(facts).toMatchObject({ bounds: moved, maximized: true });

  await test.step('unless that display is gone, or the file is damaged', async () => {
    const away = { bounds: { ...moved, x: 9000 }, maximized: false, fullScreen: false };
    for (const [content, bounds] of [
      [JSON.stringify(away), { x: 200, y: 150, width: 1200, height: 700 }],
      ['{"bounds":', { x: 80, y: 50, width: 1440, height: 900 }],
    ] as const) {
      await studio.desktop.control.app.quit();
      await studio.desktop.ended;
      writeFileSync(join(studio.dataDir, 'window-state.json'), content);
      await studio.start();
      await expect.poll(facts).toMatchObject({ bounds, maximized: false });
    }
  });
});
