/** Saves pictures and the drafts that show them, endlessly, as the window does, and prints each acknowledged write. */
import { join } from 'node:path';

import { sha256 } from '#platform/sha256.ts';
import { Journal } from '#electron/host/journal.ts';
import { ScriptPictures } from '#electron/host/script-pictures.ts';
import { drawTestCanvas } from '#test/support/hostile-pictures.ts';

const [folder = ''] = process.argv.slice(2);
const journal = await Journal.open(join(folder, 'journal'), () => undefined);
const pictures = await ScriptPictures.open(folder);

let text = 'Words.';
for (let rev = 1; ; rev += 1) {
  const bytes = drawTestCanvas(200 + rev, 300).toBuffer('image/png');
  const address = `pictures/${sha256(bytes)}.png`;
  const put = { address, offset: 0, total: bytes.length, base64: bytes.toString('base64') };
  if (!(await pictures.put(put)).ok) throw new Error('The picture was not kept.');
  text += `\n\n![${rev}](${address})`;
  const entry = { key: 'draft/local/1/script', rev, updated_at: new Date().toISOString(), value: { text } };
  if (!(await journal.write([entry])).ok) throw new Error('The draft was not written.');
  console.log(`written ${rev}`);
}
