/** Tests notifications for a person who uses another program. */
import * as person from '../e2e/person.ts';
import { expect, test } from '../e2e/fixtures.ts';

test('a run that ends while another program is in front shows a notification, and a click opens its script', async ({
  app,
  page,
}) => {
  const { notification, window } = app.desktop.control;
  const title = 'The man who taps wheels';
  await person.openScript(page, title);

  await test.step('nothing appears while the window is focused', async () => {
    await person.generate(page, 'Outline');
    expect(await notification.count()).toBe(0);
  });

  await test.step('a notification shows the script’s title', async () => {
    const panel = person.findRuns(page);
    // The panel suggests the next step when a run has ended.
    await expect(panel.getByRole('radio', { name: 'Draft' })).toBeChecked();
    await panel.getByRole('radio', { name: 'Outline' }).click();
    await panel.getByRole('button', { name: /^Start/ }).click();
    await window.focusOtherProgram();
    await window.minimize(1);
    await person.openPlace(page, 'Ideas');
    const message = await notification.next();
    expect(message).toMatchObject({ title: 'Outline ready', body: title });
    await notification.click(message.id);
  });
  await expect(person.findPageTitle(page)).toHaveText(title);
  await expect.poll(async () => (await window.all())[0]).toMatchObject({ minimized: false, focused: true });
});
