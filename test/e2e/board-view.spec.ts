/** Moves and zooms the thumbnail board by hand and checks where a picture appears. */
import { board, clearBoard, dropPicture, layers, middleOf, openBoard, whereSeen } from './board.ts';
import { expect, test } from './studio.ts';

test('the board moves with mouse, wheel and minimap, and with nothing else', async ({ page }) => {
  await openBoard(page);
  await clearBoard(page);
  await dropPicture(page, 'Magenta.png', '#ff00ff');
  await expect(page.getByText('1 of 500 pictures')).toBeVisible();
  await board(page).focus();
  await page.keyboard.press('Escape');
  for (let at = 0; at < 6; at++) await page.keyboard.press('-');
  const seen = (): Promise<{ x: number; y: number } | null> => whereSeen(board(page), [255, 0, 255]);
  /** Checks how far the picture moves during `act`, within two pixels for scaling. */
  const moves = async (by: { x: number; y: number }, act: () => Promise<void>): Promise<void> => {
    const before = (await seen())!;
    await act();
    const off = async (): Promise<number> => {
      const now = await seen();
      return now ? Math.hypot(now.x - before.x - by.x, now.y - before.y - by.y) : Infinity;
    };
    await expect.poll(off).toBeLessThan(2);
  };
  await expect.poll(seen).not.toBeNull();
  const { x, y } = await middleOf(page);
  const stroke = async (button: 'left' | 'middle'): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + 90, y - 60, { steps: 4 });
    await page.mouse.up({ button });
  };

  await test.step('middle button pans without pasting the selection on Linux', async () => {
    await page.getByRole('textbox', { name: /^Describe the pictures/ }).fill('Elsewhere');
    await page.keyboard.press('ControlOrMeta+a');
    await board(page).focus();
    await moves({ x: 90, y: -60 }, () => stroke('middle'));
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(layers(page).getByRole('treeitem')).toHaveCount(1);
    await board(page).focus();
  });
  await test.step('left button with Space pans', () =>
    moves({ x: 90, y: -60 }, async () => {
      await page.keyboard.down('Space');
      await stroke('left');
      await page.keyboard.up('Space');
    }));
  await test.step('left button alone does not pan', () => moves({ x: 0, y: 0 }, () => stroke('left')));
  await test.step('wheel scrolls, and sideways with Shift', async () => {
    await moves({ x: 0, y: 120 }, () => page.mouse.wheel(0, -120));
    await moves({ x: -180, y: 0 }, () => page.mouse.wheel(180, 0));
  });
  await test.step('Ctrl and wheel zoom around the pointer', async () => {
    const box = (await board(page).boundingBox())!;
    const at = (await seen())!;
    await page.mouse.move(box.x + at.x, box.y + at.y);
    await page.keyboard.down('Control');
    await moves({ x: 0, y: 0 }, () => page.mouse.wheel(0, 200));
    await page.keyboard.up('Control');
    await expect(page.getByRole('button', { name: /percent, zoom to fit/ })).toHaveAccessibleName(/^\d percent/);
  });
  await test.step('a click on the minimap moves there', async () => {
    const box = (await board(page).boundingBox())!;
    const zoom = (await page.getByRole('group', { name: 'Zoom' }).boundingBox())!;
    await page.mouse.click(zoom.x + zoom.width / 2, zoom.y + 34);
    const off = async (): Promise<number> => {
      const now = await seen();
      return now ? Math.hypot(now.x - box.width / 2, now.y - box.height / 2) : Infinity;
    };
    await expect.poll(off).toBeLessThan(box.width / 10);
  });
});
