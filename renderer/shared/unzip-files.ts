/** Unpacks zip files among files that were chosen, like folders. */
import type { ChosenFile } from './chosen-files.ts';
import { convert } from './convert/convert.ts';
import { isPicture } from './folder-pictures.ts';
import { isImportable } from './import-file.ts';

const MAX_BYTES = 200 * 1024 * 1024;

async function unzipFile(zip: ChosenFile): Promise<ChosenFile[]> {
  const bytes = new Uint8Array(await zip.file.arrayBuffer());
  const contents = await convert({ kind: 'unzip', bytes });
  return [...contents].map(([path, content]) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const { lastModified } = zip.file;
    return { file: new File([content.slice()], name, { lastModified }), path: `${zip.path}/${path}`, inFolder: true };
  });
}

/** Replaces zip files by their files. A zip file without anything to import, or that cannot be read, stays as it is. */
export async function unzipAll(chosenFiles: readonly ChosenFile[]): Promise<ChosenFile[]> {
  const files: ChosenFile[] = [];
  for (const chosenFile of chosenFiles) {
    const isZip = /\.zip$/i.test(chosenFile.file.name) && chosenFile.file.size <= MAX_BYTES;
    const unzippedFiles = isZip ? await unzipFile(chosenFile).catch(() => []) : [];
    const isUseful = unzippedFiles.some(({ file }) => isImportable(file.name) && !isPicture(file.name));
    files.push(...(isUseful ? unzippedFiles : [chosenFile]));
  }
  return files;
}
