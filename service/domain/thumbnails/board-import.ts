/** Imports pictures of the channel's own videos, or from URLs, into a new frame: all of them or none. */
import { reachChannel } from '../access.ts';
import type { Call } from '../call.ts';
import {
  addItems,
  type BoardRow,
  changeBoard,
  checkRoom,
  freeRow,
  GAP,
  type ItemRow,
  openBoard,
} from './board-rows.ts';
import { namingField, storePicture, type StoredPicture, storePictureFrom } from './pictures.ts';
import type { ThumbnailServices } from './services.ts';
import { TILE } from './work.ts';

type Import = Call<'board.import'>;
type Picture = StoredPicture & { readonly label: string | null };

const ORDERS = { my_recent: 'recent', my_top_viewed: 'views', my_top_outlier: 'outlier' } as const;
const COLUMNS = 4;
const INSET = 40;

async function gather(services: ThumbnailServices, call: Import): Promise<Picture[]> {
  const { source, urls = [] } = call.body;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const board = await services.store.transaction((tx) => openBoard(tx, channel));
  if (source === 'urls') {
    // Checks the room first, before anything is fetched.
    await checkRoom(services.store.db, board, call, urls.length);
    const found: Picture[] = [];
    for (const [index, url] of urls.entries()) {
      found.push({
        ...(await storePictureFrom(services, { field: `urls.${index}`, value: url }, call.fail)),
        label: null,
      });
    }
    return found;
  }
  const named = { field: 'source', value: source };
  const videos = await namingField(named, call.fail, () => services.ownVideos.list(channel, ORDERS[source]));
  if (videos.length === 0) {
    throw call.fail('image_refused', { fields: { source: ['No videos of this channel were found.'] } });
  }
  await checkRoom(services.store.db, board, call, videos.length);
  const found: Picture[] = [];
  for (const video of videos) {
    const taken = await namingField(named, call.fail, async () => storePicture(services, await video.picture()));
    found.push({ ...taken, label: video.title });
  }
  return found;
}

/** Fits a picture into a tile: full width, or narrower if it is upright. */
function fitted({ width, height }: StoredPicture) {
  const scale = Math.min(TILE.width / width, TILE.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export async function importPictures(
  services: ThumbnailServices,
  call: Import,
): Promise<{ board: BoardRow; items: ItemRow[] }> {
  const pictures = await gather(services, call);
  const { source, usage = null, label } = call.body;
  const columns = Math.min(COLUMNS, pictures.length);
  const rows = Math.ceil(pictures.length / columns);
  return services.store.transaction(async (tx) => {
    const board = await changeBoard(tx, await reachChannel(tx, call, call.params.id), call);
    await checkRoom(tx, board, call, pictures.length);
    const y = await freeRow(tx, board);
    const size = {
      width: columns * (TILE.width + GAP) - GAP + 2 * INSET,
      height: rows * (TILE.height + GAP) - GAP + 2 * INSET,
    };
    const [frame] = await addItems(tx, board, [{ type: 'frame', source: ownSource(source), label, x: 0, y, ...size }]);
    if (!frame) throw new Error('The frame was not returned.');
    const images = pictures.map((picture, index) => ({
      type: 'image' as const,
      source: ownSource(source),
      media: picture.media,
      usage,
      frame_id: frame.id,
      ...fitted(picture),
      label: picture.label,
      x: INSET + (index % columns) * (TILE.width + GAP),
      y: y + INSET + Math.floor(index / columns) * (TILE.height + GAP),
    }));
    return { board, items: [frame, ...(await addItems(tx, board, images))] };
  });
}

const ownSource = (source: Import['body']['source']): string => (source === 'urls' ? 'url' : source);
