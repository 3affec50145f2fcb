/** Unpacks zip files among files that were chosen, like folders. */
import type { ChosenFile } from './chosen-files.ts';
import { convert } from './convert/convert.ts';
import { isPicture } from './folder-pictures.ts';
import { isImportable } from './import-file.ts';

const MAX_BYTES = 200 * 1024 * 1024;

async function filesIn(zip: ChosenFile): Promise<ChosenFile[]> {
  const bytes = new Uint8Array(await zip.file.arrayBuffer());
  const unpacked = await convert({ kind: 'unzip', bytes });
  return [...unpacked].map(([path, content]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const { lastModified } = zip.file;
    return { file: new File([content.slice()], name, { lastModified }), path: `${zip.path}/${path}`, inFolder: true };
  });
}

/** Puts the files of zip files in their place. One without anything to import, or that cannot be read, stays as it is. */
export async function withUnzipped(chosen: readonly ChosenFile[]): Promise<ChosenFile[]> {
  const all: ChosenFile[] = [];
  for (const one of chosen) {
    const isZip = /\.zip$/i.test(one.file.name) && one.file.size <= MAX_BYTES;
    const found = isZip ? await filesIn(one).catch(() => []) : [];
    const isUseful = found.some(({ file }) => isImportable(file.name) && !isPicture(file.name));
    all.push(...(isUseful ? found : [one]));
  }
  return all;
}
