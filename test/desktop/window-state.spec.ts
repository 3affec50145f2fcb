/** Tests that the window opens with its last bounds, and always on a display. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from '../e2e/fixtures.ts';

test.use({
  machine: {
    displays: [
      { width: 1600, height: 1000 },
      { width: 1920, height: 1080 },
    ],
  },
});

test('the window opens with its last bounds and state', async ({ app }) => {
  const readWindow = async () => (await app.desktop.control.window.all())[0];
  const newBounds = { x: 1700, y: 80, width: 1200, height: 700 };
  expect((await readWindow())?.bounds).toEqual({ x: 80, y: 50, width: 1440, height: 900 });
  await app.desktop.control.window.move(1, newBounds);
  await app.desktop.control.window.maximize(1);
  await app.desktop.control.app.quit();
  await app.desktop.ended;

  await app.start();
  await expect.poll(readWindow).toMatchObject({ bounds: newBounds, maximized: true });

  await test.step('unless that display is gone, or the file is damaged', async () => {
    const offScreen = { bounds: { ...newBounds, x: 9000 }, maximized: false, fullScreen: false };
    for (const [content, bounds] of [
      [JSON.stringify(offScreen), { x: 200, y: 150, width: 1200, height: 700 }],
      ['{"bounds":', { x: 80, y: 50, width: 1440, height: 900 }],
    ] as const) {
      await app.desktop.control.app.quit();
      await app.desktop.ended;
      writeFileSync(join(app.dataDir, 'window-state.json'), content);
      await app.start();
      await expect.poll(readWindow).toMatchObject({ bounds, maximized: false });
    }
  });
});
