/** Imports what is pasted or dropped onto this board: through the service if it takes it, else kept only here. */
import { LIMITS } from '#contract/limits.ts';
import type { BoardItem } from '#contract/schema/thumbnail.ts';
import { PictureFiles } from '#renderer/storage/picture-files.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Board } from '../model/board.svelte.ts';
import type { Clip, Copied, Pasted } from '../model/clipboard.ts';
import { fit, FOR_KEEPING, FOR_SERVICE, type Room } from '#renderer/shared/pictures/fit-picture.ts';
import type { Box, Point } from '#contract/box.ts';
import { bounds, middle } from '../model/geometry.ts';
import { loadFonts } from '../model/fonts.ts';
import { DEFAULT_TEXT, type Entry, type Item, keyOf } from '../model/items.ts';
import { MAX_OWN, OwnPictures } from './own-pictures.ts';
import { type BoardRequests, failureText, isFailure } from './board-requests.svelte.ts';
import { plural } from '#renderer/ui/language.ts';

interface ImportParts {
  readonly app: AppState;
  readonly board: Board;
  readonly work: BoardRequests;
  /** Called with addresses, so that the user can say what they are. */
  readonly onaddresses: (addresses: readonly string[]) => void;
}

const OFFSET = { x: 40, y: 40 };
const FULL = `A board holds up to ${MAX_OWN} of your own pictures.`;
const NO_PICTURE = 'This file type isn’t supported. Add PNG, JPEG, WebP or GIF files, or their https URLs.';

/** `at` is where the pointer is, in board coordinates. */
export async function importItems(parts: ImportParts, pasted: Pasted, at: Point): Promise<void> {
  const { board, app } = parts;
  const { clip, files, addresses, words, unfit } = pasted;
  if (clip && clip.account === board.account && clip.channel === board.channelId) board.paste(clip.items, OFFSET);
  else if (clip) await pasteFrom(parts, clip, at);
  else if (files.length > 0) await addFiles(parts, files, at);
  else if (addresses.length > 0) parts.onaddresses(addresses);
  else if (unfit) app.toasts.fault(NO_PICTURE);
  else if (words !== '') await addWords(board, words, at);
}

async function addWords(board: Board, words: string, at: Point): Promise<void> {
  const content = [...words].slice(0, LIMITS.thumbnails.content).join('');
  // The text is measured with its letters.
  await loadFonts(DEFAULT_TEXT.font, content);
  board.addText(at, { content });
}

type BoardParts = Pick<ImportParts, 'app' | 'board' | 'work'>;

/** Adds pictures as one undo step and selects them. Returns the keys of those that were added. */
export async function addFiles(parts: BoardParts, files: readonly File[], at: Point): Promise<readonly string[]> {
  const { board, work, app } = parts;
  if (!board.takesPictures) return keepFiles(parts, files, at);
  const fitted = await fitAll(app, files, FOR_SERVICE);
  if (fitted.length === 0) return [];
  const { made, failure } = await uploadAll(work, fitted);
  if (failure && made.length === 0 && failure.kind !== 'refused') return keepFiles(parts, files, at);
  if (failure) app.toasts.fault(failureText(failure));
  // The service does not keep file names.
  const pictures = made.filter(({ type }) => type === 'image');
  const places = placedAround(at, pictures);
  const named = pictures.map(({ id }, index): [string, Entry] => {
    const key = keyOf(id);
    return [key, { ...board.kept.entries[key], ...places[index], name: fitted[index]?.name ?? 'Picture' }];
  });
  if (named.length > 0) takeIn(board, 'Import', made, named);
  return named.map(([key]) => key);
}

type Fitted = Awaited<ReturnType<typeof fitAll>>;

/** Uploads pictures, as many at a time as the service takes, until one request fails. */
async function uploadAll(
  work: BoardRequests,
  fitted: Fitted,
): Promise<{ readonly made: readonly BoardItem[]; readonly failure: ApiFailure | null }> {
  const most = LIMITS.thumbnails.importUrls;
  const label = fitted.length === 1 ? (fitted[0]?.name ?? 'From this computer').slice(0, 80) : 'From this computer';
  const made: BoardItem[] = [];
  for (let from = 0; from < fitted.length; from += most) {
    const blobs = fitted.slice(from, from + most).map(({ blob }) => blob);
    const uploaded = await work.uploadFitted(blobs, label);
    if (isFailure(uploaded)) return { made, failure: uploaded };
    made.push(...uploaded);
  }
  return { made, failure: null };
}

/** Returns the files that can be read, made to fit, and names the others in one message. */
async function fitAll(
  app: AppState,
  files: readonly File[],
  room: Room,
): Promise<readonly { readonly name: string; readonly blob: Blob; readonly width: number; readonly height: number }[]> {
  const good = [];
  const bad: string[] = [];
  for (const file of files) {
    const fitted = await fit(file, room);
    if ('refusal' in fitted) bad.push(`${file.name}: ${fitted.refusal}`);
    else good.push({ name: file.name, ...fitted });
  }
  const left = plural(bad.length, ['This file wasn’t added.', '# files weren’t added.']);
  if (bad.length > 0) app.toasts.fault(`${left} ${bad.join(' ')}`);
  return good;
}

/** Shows new pictures of the service as the entries say, without the frame they came in, and selects them. */
function takeIn(board: Board, label: string, made: readonly BoardItem[], pictures: readonly [string, Entry][]): void {
  const frames = made.filter(({ type }) => type === 'frame').map(({ id }) => [keyOf(id), { removed: true }] as const);
  board.keep({ entries: { ...board.kept.entries, ...Object.fromEntries([...pictures, ...frames]) } });
  board.arrived(
    label,
    made.filter(({ type }) => type === 'image').map(({ id }) => id),
  );
  board.select(pictures.map(([key]) => key));
}

/** Places pictures of these sizes in rows, as a block with the point in its middle. */
export function placedAround(at: Point, sizes: readonly { readonly width: number; readonly height: number }[]): Box[] {
  const columns = Math.ceil(Math.sqrt(sizes.length));
  const rows = Math.ceil(sizes.length / columns);
  const { width: wide, height: high } = LIMITS.thumbnails.exported;
  const [stepX, stepY] = [wide + OFFSET.x, high + OFFSET.y];
  const left = at.x - (columns * stepX - OFFSET.x) / 2;
  const top = at.y - (rows * stepY - OFFSET.y) / 2;
  return sizes.map(({ width, height }, index) => {
    const scale = Math.min(wide / width, high / height);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const x = left + (index % columns) * stepX + (wide - size.width) / 2;
    const y = top + Math.floor(index / columns) * stepY + (high - size.height) / 2;
    return { x: Math.round(x), y: Math.round(y), ...size };
  });
}

/** Returns the place to the right of the pictures that were added one by one, the first of them at `at`. */
export const besideLast = (at: Point, count: number): Point => ({
  x: at.x + count * (LIMITS.thumbnails.exported.width + OFFSET.x),
  y: at.y,
});

/** Uploads a picture that was kept here while the service was unreachable; it stays in place. */
export async function handOver({ app, board, work }: BoardParts, item: Item) {
  const blob = await new OwnPictures(app.forms, board.account).read(item.picture ?? '');
  if (!blob) return void app.toasts.fault('This picture’s file no longer exists.');
  const made = await work.upload(blob, item.name.slice(0, LIMITS.thumbnails.label));
  if (typeof made === 'string') return void app.toasts.fault(made);
  if (isFailure(made)) return void app.toasts.fault(failureText(made));
  const { x, y, width, height, angle, name } = item;
  const entries = made.map(({ id, type }): [string, Entry] => {
    return [keyOf(id), type === 'image' ? { x, y, width, height, angle, name } : { removed: true }];
  });
  const gone: [string, Entry] = [item.key, { ...board.kept.entries[item.key], removed: true }];
  board.keep({ entries: { ...board.kept.entries, ...Object.fromEntries([...entries, gone]) } });
  board.select(entries.map(([key]) => key));
}

/** Places the files and keeps them only here. */
async function keepFiles({ board, app }: BoardParts, files: readonly File[], at: Point): Promise<readonly string[]> {
  if (board.ownPictures + files.length > MAX_OWN) {
    app.toasts.fault(FULL);
    return [];
  }
  const fitted = await fitAll(app, files, FOR_KEEPING);
  if (fitted.length === 0) return [];
  const own = new OwnPictures(app.forms, board.account);
  const keys: string[] = [];
  const places = placedAround(at, fitted);
  for (const [index, { name, blob }] of fitted.entries()) {
    const place = places[index];
    if (place) keys.push(board.addPicture(await own.keep(blob), name, place));
  }
  board.select(keys);
  const what = plural(keys.length, ['Picture saved on this computer only', '# pictures saved on this computer only']);
  const why = board.takesPictures ? 'the service couldn’t be reached' : 'the service accepts URLs, not files';
  app.toasts.show({ text: `${what}: ${why}.` });
  return keys;
}

async function pasteFrom(parts: ImportParts, clip: Clip, at: Point): Promise<void> {
  const { board, app } = parts;
  const around = bounds(
    clip.items.map(({ x = 0, y = 0, width = 1, height = 1 }) => ({ x, y, width, height, angle: 0 })),
  );
  if (!around) return;
  const from = middle(around);
  const by = { x: Math.round(at.x - from.x), y: Math.round(at.y - from.y) };
  const foreign = clip.items.filter(({ kind, copyOf }) => kind === 'image' && copyOf !== undefined);
  const others = clip.items.filter((item) => !foreign.includes(item));
  const brought = await bring(parts, clip, foreign, by);
  const copies = [...(await Promise.all(others.map((item) => ownHere(app, clip.account, board.account, item))))];
  const left = brought ? [] : await Promise.all(foreign.map((item) => ownHere(app, clip.account, board.account, item)));
  const usable = [...copies, ...left].filter((entry) => entry !== null);
  if (board.ownPictures + usable.filter(({ picture }) => picture !== undefined).length > MAX_OWN)
    return void app.toasts.fault(FULL);
  if (usable.length > 0) board.paste(usable, by);
  const lost = copies.length + left.length - usable.length;
  if (lost > 0)
    app.toasts.fault(
      plural(lost, [
        'One picture couldn’t be copied from the other board.',
        '# pictures couldn’t be copied from the other board.',
      ]),
    );
}

/** Imports pictures of another board of this account by their addresses at the service, in the copied arrangement. */
async function bring({ app, board, work }: ImportParts, clip: Clip, items: readonly Copied[], by: Point) {
  if (items.length === 0 || clip.account !== board.account) return items.length === 0;
  const there = app.cache.query(clip.account, 'board.get', { params: { id: clip.channel } });
  // Addresses are valid for a day, so request fresh ones.
  await there.refresh();
  const address = new Map((there.value?.data.items ?? []).map(({ id, url }) => [id, url]));
  const urls = items.map(({ copyOf }) => address.get(copyOf ?? 0)).filter((url) => typeof url === 'string');
  if (there.failure !== null || urls.length < items.length || urls.length > LIMITS.thumbnails.importUrls) return false;
  const made = await work.import({ source: 'urls', urls, label: 'Pasted' }, false);
  if (isFailure(made)) return false;
  const pictures = made.filter(({ type }) => type === 'image');
  const placed = pictures.map(({ id }, index): [string, Entry] => {
    const { x = 0, y = 0, width, height, angle, name } = items[index] ?? {};
    return [keyOf(id), { x: x + by.x, y: y + by.y, width, height, angle, name } as Entry];
  });
  takeIn(board, 'Paste', made, placed);
  return true;
}

/**
 * Returns the item for a board of `here`; a picture becomes one that is kept only here. Returns null if it is not
 * stored.
 */
async function ownHere(app: AppState, from: string, here: string, item: Copied): Promise<Entry | null> {
  const { copyOf: _, kept, picture, ...entry } = item;
  if (item.kind !== 'image') return entry;
  if (picture !== undefined && from === here) return { ...entry, picture };
  const own = new OwnPictures(app.forms, from);
  const blob =
    picture === undefined ? await new PictureFiles(app.store.database, from).get(kept ?? '') : await own.read(picture);
  const fitted = blob && (await fit(blob, FOR_KEEPING));
  if (!fitted || 'refusal' in fitted) return null;
  return { ...entry, picture: await new OwnPictures(app.forms, here).keep(fitted.blob) };
}
