/** Moves and zooms the thumbnail board by hand and checks where a picture appears. */
import { findBoard, clearBoard, dropPicture, findLayers, findMiddle, openBoard, findColour } from './board.ts';
import { expect, test } from './fixtures.ts';

test('the board pans and zooms by mouse, wheel and minimap', async ({ page }) => {
  await openBoard(page);
  await clearBoard(page);
  await dropPicture(page, 'Magenta.png', '#ff00ff');
  await expect(page.getByText('1 of 500 pictures')).toBeVisible();
  await findBoard(page).focus();
  await page.keyboard.press('Escape');
  for (let at = 0; at < 6; at++) await page.keyboard.press('-');
  const findPicture = (): Promise<{ x: number; y: number } | null> => findColour(findBoard(page), [255, 0, 255]);
  /** Checks how far the picture moves during `action`, within two pixels for scaling. */
  const expectMove = async (delta: { x: number; y: number }, action: () => Promise<void>): Promise<void> => {
    const before = (await findPicture())!;
    await action();
    const getDistance = async (): Promise<number> => {
      const position = await findPicture();
      return position ? Math.hypot(position.x - before.x - delta.x, position.y - before.y - delta.y) : Infinity;
    };
    await expect.poll(getDistance).toBeLessThan(2);
  };
  await expect.poll(findPicture).not.toBeNull();
  const { x, y } = await findMiddle(page);
  const dragBoard = async (button: 'left' | 'middle'): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + 90, y - 60, { steps: 4 });
    await page.mouse.up({ button });
  };

  await test.step('middle button pans without pasting the selection on Linux', async () => {
    await page.getByRole('textbox', { name: /^Describe the pictures/ }).fill('Elsewhere');
    await page.keyboard.press('ControlOrMeta+a');
    await findBoard(page).focus();
    await expectMove({ x: 90, y: -60 }, () => dragBoard('middle'));
    await page.getByRole('tab', { name: 'Layers' }).click();
    await expect(findLayers(page).getByRole('treeitem')).toHaveCount(1);
    await findBoard(page).focus();
  });
  await test.step('left button with Space pans', () =>
    expectMove({ x: 90, y: -60 }, async () => {
      await page.keyboard.down('Space');
      await dragBoard('left');
      await page.keyboard.up('Space');
    }));
  await test.step('left button alone does not pan', () => expectMove({ x: 0, y: 0 }, () => dragBoard('left')));
  await test.step('wheel scrolls, and sideways with Shift', async () => {
    await expectMove({ x: 0, y: 120 }, () => page.mouse.wheel(0, -120));
    await expectMove({ x: -180, y: 0 }, () => page.mouse.wheel(180, 0));
  });
  await test.step('the handles of a selection move with its picture, also after it was out of sight', async () => {
    const ACCENT = [204, 60, 11] as const;
    await page.keyboard.press('ControlOrMeta+a');
    /** Returns how far the middle of the handles is from the middle of the picture, in pixels. */
    const getHandleDistance = async (): Promise<number> => {
      const picture = await findPicture();
      const handles = picture && (await findColour(findBoard(page), ACCENT, { around: picture, reach: 100 }));
      return handles ? Math.abs(handles.x - picture.x) : Infinity;
    };
    await expect.poll(getHandleDistance).toBeLessThan(2);
    await expectMove({ x: 140, y: 40 }, () => page.mouse.wheel(-140, -40));
    await expect.poll(getHandleDistance).toBeLessThan(2);
    await page.mouse.wheel(4000, 0);
    await expect.poll(getHandleDistance).toBe(Infinity);
    await page.mouse.wheel(-4000, 0);
    await expect.poll(getHandleDistance).toBeLessThan(2);
    await page.keyboard.press('Escape');
  });
  await test.step('Ctrl and wheel zoom around the pointer', async () => {
    const box = (await findBoard(page).boundingBox())!;
    const spot = (await findPicture())!;
    await page.mouse.move(box.x + spot.x, box.y + spot.y);
    await page.keyboard.down('Control');
    await expectMove({ x: 0, y: 0 }, () => page.mouse.wheel(0, 200));
    await page.keyboard.up('Control');
    await expect(page.getByRole('button', { name: /percent, zoom to fit/ })).toHaveAccessibleName(/^\d percent/);
  });
  await test.step('a click on the minimap moves there', async () => {
    const box = (await findBoard(page).boundingBox())!;
    const zoom = (await page.getByRole('group', { name: 'Zoom' }).boundingBox())!;
    await page.mouse.click(zoom.x + zoom.width / 2, zoom.y + 34);
    const getDistance = async (): Promise<number> => {
      const position = await findPicture();
      return position ? Math.hypot(position.x - box.width / 2, position.y - box.height / 2) : Infinity;
    };
    await expect.poll(getDistance).toBeLessThan(box.width / 10);
  });
});
