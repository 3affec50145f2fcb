/** Imports pasted or dropped items: through the service if it accepts them, else kept only here. */
import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { PictureFiles } from '#renderer/storage/picture-files.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import type { Clip, CopiedItem, PastedData } from '../model/clipboard.ts';
import { fitPicture, STORAGE_LIMITS, SERVICE_LIMITS, type SizeLimits } from '#renderer/shared/pictures/fit-picture.ts';
import type { Box, Point } from '#contract/box.ts';
import { getBounds, getMiddle } from '../model/geometry.ts';
import { loadFonts } from '../model/fonts.ts';
import { DEFAULT_TEXT, type Entry, type Item, getItemKey } from '../model/items.ts';
import { MAX_OWN_PICTURES, OwnPictures } from './own-pictures.ts';
import { describeFailure } from '#renderer/bridge/faults.ts';
import { type BoardRequests, isFailure } from './board-requests.svelte.ts';
import { plural } from '#renderer/ui/language.ts';

interface ImportDeps {
  readonly app: AppState;
  readonly board: Board;
  readonly requests: BoardRequests;
  /** Called with addresses, so that the user can say what they show. */
  readonly onaddresses: (addresses: readonly string[]) => void;
}

const GAP = { x: 40, y: 40 };
const FULL_MESSAGE = `A board holds up to ${MAX_OWN_PICTURES} of your own pictures.`;
const UNSUPPORTED_MESSAGE = 'This file type isn’t supported. Add PNG, JPEG, WebP or GIF files, or their https URLs.';

/** `at` is the pointer in board coordinates. */
export async function importItems(deps: ImportDeps, pastedData: PastedData, at: Point): Promise<void> {
  const { board, app } = deps;
  const { clip, files, addresses, text, hasUnsupported } = pastedData;
  if (clip && clip.account === board.account && clip.channel === board.channelId) board.paste(clip.items, GAP);
  else if (clip) await pasteOtherBoard(deps, clip, at);
  else if (files.length > 0) await addFiles(deps, files, at);
  else if (addresses.length > 0) deps.onaddresses(addresses);
  else if (hasUnsupported) app.toasts.showFault(UNSUPPORTED_MESSAGE);
  else if (text !== '') await addText(board, text, at);
}

async function addText(board: Board, text: string, at: Point): Promise<void> {
  const content = [...text].slice(0, LIMITS.thumbnails.content).join('');
  // Measuring the text needs its fonts.
  await loadFonts(DEFAULT_TEXT.font, content);
  board.addText(at, { content });
}

type BoardDeps = Pick<ImportDeps, 'app' | 'board' | 'requests'>;

/** Adds pictures as one undo step and selects them. Returns the keys of those that were added. */
export async function addFiles(deps: BoardDeps, files: readonly File[], at: Point): Promise<readonly string[]> {
  const { board, requests, app } = deps;
  if (!board.takesPictures) return keepFiles(deps, files, at);
  const fittedFiles = await fitAll(app, files, SERVICE_LIMITS);
  if (fittedFiles.length === 0) return [];
  const { items, failure } = await uploadAll(requests, fittedFiles);
  if (failure && items.length === 0 && failure.kind !== 'refused') return keepFiles(deps, files, at);
  if (failure) app.toasts.showFault(describeFailure(failure));
  // The service does not keep file names.
  const pictures = items.filter(({ type }) => type === 'image');
  const places = arrangeAround(at, pictures);
  const pictureEntries = pictures.map(({ id }, index): [string, Entry] => {
    const key = getItemKey(id);
    return [key, { ...board.state.entries[key], ...places[index], name: fittedFiles[index]?.name ?? 'Picture' }];
  });
  if (pictureEntries.length > 0) addToBoard(board, 'Import', items, pictureEntries);
  return pictureEntries.map(([key]) => key);
}

type FittedFiles = Awaited<ReturnType<typeof fitAll>>;

/** Uploads pictures in batches of the service's limit, until one request fails. */
async function uploadAll(
  requests: BoardRequests,
  fittedFiles: FittedFiles,
): Promise<{ readonly items: readonly BoardItem[]; readonly failure: ApiFailure | null }> {
  const maxUrls = LIMITS.thumbnails.importUrls;
  const label =
    fittedFiles.length === 1 ? (fittedFiles[0]?.name ?? 'From this computer').slice(0, 80) : 'From this computer';
  const items: BoardItem[] = [];
  for (let from = 0; from < fittedFiles.length; from += maxUrls) {
    const blobs = fittedFiles.slice(from, from + maxUrls).map(({ blob }) => blob);
    const uploadResult = await requests.uploadFitted(blobs, label);
    if (isFailure(uploadResult)) return { items, failure: uploadResult };
    items.push(...uploadResult);
  }
  return { items, failure: null };
}

/** Returns the readable files, resized to fit, and names the others in one message. */
async function fitAll(
  app: AppState,
  files: readonly File[],
  sizeLimits: SizeLimits,
): Promise<readonly { readonly name: string; readonly blob: Blob; readonly width: number; readonly height: number }[]> {
  const readablePictures = [];
  const rejections: string[] = [];
  for (const file of files) {
    const fittedPicture = await fitPicture(file, sizeLimits);
    if ('refusal' in fittedPicture) rejections.push(`${file.name}: ${fittedPicture.refusal}`);
    else readablePictures.push({ name: file.name, ...fittedPicture });
  }
  const summary = plural(rejections.length, ['This file wasn’t added.', '# files weren’t added.']);
  if (rejections.length > 0) app.toasts.showFault(`${summary} ${rejections.join(' ')}`);
  return readablePictures;
}

/** Places new pictures of the service by their entries, removes their frame and selects them. */
function addToBoard(
  board: Board,
  label: string,
  items: readonly BoardItem[],
  pictures: readonly [string, Entry][],
): void {
  const frames = items
    .filter(({ type }) => type === 'frame')
    .map(({ id }) => [getItemKey(id), { removed: true }] as const);
  board.update({ entries: { ...board.state.entries, ...Object.fromEntries([...pictures, ...frames]) } });
  board.recordAdded(
    label,
    items.filter(({ type }) => type === 'image').map(({ id }) => id),
  );
  board.select(pictures.map(([key]) => key));
}

/** Arranges boxes of these sizes in rows, centred on a point. */
export function arrangeAround(at: Point, sizes: readonly { readonly width: number; readonly height: number }[]): Box[] {
  const columns = Math.ceil(Math.sqrt(sizes.length));
  const rows = Math.ceil(sizes.length / columns);
  const { width: maxWidth, height: maxHeight } = LIMITS.thumbnails.exported;
  const [stepX, stepY] = [maxWidth + GAP.x, maxHeight + GAP.y];
  const leftEdge = at.x - (columns * stepX - GAP.x) / 2;
  const top = at.y - (rows * stepY - GAP.y) / 2;
  return sizes.map(({ width, height }, index) => {
    const scale = Math.min(maxWidth / width, maxHeight / height);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const x = leftEdge + (index % columns) * stepX + (maxWidth - size.width) / 2;
    const y = top + Math.floor(index / columns) * stepY + (maxHeight - size.height) / 2;
    return { x: Math.round(x), y: Math.round(y), ...size };
  });
}

/** Returns the place to the right of `count` pictures added one by one from `at`. */
export const placeBeside = (at: Point, count: number): Point => ({
  x: at.x + count * (LIMITS.thumbnails.exported.width + GAP.x),
  y: at.y,
});

/** Uploads a picture that was kept here while the service was unreachable; it stays in place. */
export async function uploadKept({ app, board, requests }: BoardDeps, item: Item) {
  const blob = await new OwnPictures(app.forms, board.account).read(item.picture ?? '');
  if (!blob) return void app.toasts.showFault('This picture’s file no longer exists.');
  const uploadResult = await requests.upload(blob, item.name.slice(0, LIMITS.thumbnails.label));
  if (typeof uploadResult === 'string') return void app.toasts.showFault(uploadResult);
  if (isFailure(uploadResult)) return void app.toasts.showFault(describeFailure(uploadResult));
  const { x, y, width, height, angle, name } = item;
  const entries = uploadResult.map(({ id, type }): [string, Entry] => {
    return [getItemKey(id), type === 'image' ? { x, y, width, height, angle, name } : { removed: true }];
  });
  const removedEntry: [string, Entry] = [item.key, { ...board.state.entries[item.key], removed: true }];
  board.update({ entries: { ...board.state.entries, ...Object.fromEntries([...entries, removedEntry]) } });
  board.select(entries.map(([key]) => key));
}

/** Places the files and stores them only on this computer. */
async function keepFiles({ board, app }: BoardDeps, files: readonly File[], at: Point): Promise<readonly string[]> {
  if (board.ownPictureCount + files.length > MAX_OWN_PICTURES) {
    app.toasts.showFault(FULL_MESSAGE);
    return [];
  }
  const fittedFiles = await fitAll(app, files, STORAGE_LIMITS);
  if (fittedFiles.length === 0) return [];
  const ownPictures = new OwnPictures(app.forms, board.account);
  const keys: string[] = [];
  const places = arrangeAround(at, fittedFiles);
  for (const [index, { name, blob }] of fittedFiles.entries()) {
    const place = places[index];
    if (place) keys.push(board.addPicture(await ownPictures.keep(blob), name, place));
  }
  board.select(keys);
  const summary = plural(keys.length, [
    'Picture saved on this computer only',
    '# pictures saved on this computer only',
  ]);
  const reason = board.takesPictures ? 'the service couldn’t be reached' : 'the service accepts URLs, not files';
  app.toasts.show({ text: `${summary}: ${reason}.` });
  return keys;
}

async function pasteOtherBoard(deps: ImportDeps, clip: Clip, at: Point): Promise<void> {
  const { board, app } = deps;
  const clipBounds = getBounds(
    clip.items.map(({ x = 0, y = 0, width = 1, height = 1 }) => ({ x, y, width, height, angle: 0 })),
  );
  if (!clipBounds) return;
  const centre = getMiddle(clipBounds);
  const offset = { x: Math.round(at.x - centre.x), y: Math.round(at.y - centre.y) };
  const servicePictures = clip.items.filter(({ kind, copyOf }) => kind === 'image' && copyOf !== undefined);
  const others = clip.items.filter((item) => !servicePictures.includes(item));
  const isImported = await importPictures(deps, clip, servicePictures, offset);
  const copies = [...(await Promise.all(others.map((item) => copyLocally(app, clip.account, board.account, item))))];
  const pictureCopies = isImported
    ? []
    : await Promise.all(servicePictures.map((item) => copyLocally(app, clip.account, board.account, item)));
  const usable = [...copies, ...pictureCopies].filter((entry) => entry !== null);
  if (board.ownPictureCount + usable.filter(({ picture }) => picture !== undefined).length > MAX_OWN_PICTURES)
    return void app.toasts.showFault(FULL_MESSAGE);
  if (usable.length > 0) board.paste(usable, offset);
  const lostCount = copies.length + pictureCopies.length - usable.length;
  if (lostCount > 0)
    app.toasts.showFault(
      plural(lostCount, [
        'One picture couldn’t be copied from the other board.',
        '# pictures couldn’t be copied from the other board.',
      ]),
    );
}

/** Imports pictures of another board of this account by their addresses, in the copied arrangement. */
async function importPictures(
  { app, board, requests }: ImportDeps,
  clip: Clip,
  items: readonly CopiedItem[],
  offset: Point,
) {
  if (items.length === 0 || clip.account !== board.account) return items.length === 0;
  const source = app.cache.query(clip.account, 'board.get', { params: { id: clip.channel } });
  // Addresses are valid for a day, so request fresh ones.
  await source.refresh();
  const urlsById = new Map((source.value?.data.items ?? []).map(({ id, url }) => [id, url]));
  const urls = items.map(({ copyOf }) => urlsById.get(copyOf ?? 0)).filter((url) => typeof url === 'string');
  if (source.failure !== null || urls.length < items.length || urls.length > LIMITS.thumbnails.importUrls) return false;
  const importResult = await requests.import({ source: 'urls', urls, label: 'Pasted' }, false);
  if (isFailure(importResult)) return false;
  const pictures = importResult.filter(({ type }) => type === 'image');
  const entries = pictures.map(({ id }, index): [string, Entry] => {
    const { x = 0, y = 0, width, height, angle, name } = items[index] ?? {};
    return [getItemKey(id), { x: x + offset.x, y: y + offset.y, width, height, angle, name } as Entry];
  });
  addToBoard(board, 'Paste', importResult, entries);
  return true;
}

/**
 * Returns the item for a board of account `to`; a picture becomes one kept only here. Null if the picture is not
 * stored.
 */
async function copyLocally(app: AppState, from: string, to: string, item: CopiedItem): Promise<Entry | null> {
  const { copyOf: _, kept, picture, ...entry } = item;
  if (item.kind !== 'image') return entry;
  if (picture !== undefined && from === to) return { ...entry, picture };
  const ownPictures = new OwnPictures(app.forms, from);
  const blob =
    picture === undefined
      ? await new PictureFiles(app.store.database, from).get(kept ?? '')
      : await ownPictures.read(picture);
  const fittedPicture = blob && (await fitPicture(blob, STORAGE_LIMITS));
  if (!fittedPicture || 'refusal' in fittedPicture) return null;
  return { ...entry, picture: await new OwnPictures(app.forms, to).keep(fittedPicture.blob) };
}
