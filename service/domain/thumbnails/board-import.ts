/** Imports pictures of the channel's own videos, or from URLs, into a new frame: all of them or none. */
import { reachChannel } from '../access.ts';
import type { Call } from '../call.ts';
import {
  addItems,
  type BoardRow,
  changeBoard,
  checkImageLimit,
  findFreeRow,
  GAP,
  type ItemRow,
  openBoard,
} from './board-rows.ts';
import { blameFieldOnFailure, storePicture, type StoredPicture, storePictureFrom } from './pictures.ts';
import type { ThumbnailServices } from './services.ts';
import { TILE } from './work.ts';

type Import = Call<'board.import'>;
type Picture = StoredPicture & { readonly label: string | null };

const ORDERS = { my_recent: 'recent', my_top_viewed: 'views', my_top_outlier: 'outlier' } as const;
const MAX_COLUMNS = 4;
const FRAME_PADDING = 40;

async function loadPictures(services: ThumbnailServices, call: Import): Promise<Picture[]> {
  const { source, urls = [] } = call.body;
  const channel = await reachChannel(services.store.db, call, call.params.id);
  const board = await services.store.transaction((tx) => openBoard(tx, channel));
  if (source === 'urls') {
    // Checks the limit before fetching anything.
    await checkImageLimit(services.store.db, board, call, urls.length);
    const pictures: Picture[] = [];
    for (const [index, url] of urls.entries()) {
      pictures.push({
        ...(await storePictureFrom(services, { field: `urls.${index}`, value: url }, call.fail)),
        label: null,
      });
    }
    return pictures;
  }
  const requestField = { field: 'source', value: source };
  const videos = await blameFieldOnFailure(requestField, call.fail, () =>
    services.ownVideos.list(channel, ORDERS[source]),
  );
  if (videos.length === 0) {
    throw call.fail('image_refused', { fields: { source: ['No videos of this channel were found.'] } });
  }
  await checkImageLimit(services.store.db, board, call, videos.length);
  const pictures: Picture[] = [];
  for (const video of videos) {
    const storedPicture = await blameFieldOnFailure(requestField, call.fail, async () =>
      storePicture(services, await video.readPicture()),
    );
    pictures.push({ ...storedPicture, label: video.title });
  }
  return pictures;
}

/** Fits a picture into a tile: full width, or narrower if it is upright. */
function fitTile({ width, height }: StoredPicture) {
  const scale = Math.min(TILE.width / width, TILE.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export async function importPictures(
  services: ThumbnailServices,
  call: Import,
): Promise<{ board: BoardRow; items: ItemRow[] }> {
  const pictures = await loadPictures(services, call);
  const { source, usage = null, label } = call.body;
  const columnCount = Math.min(MAX_COLUMNS, pictures.length);
  const rowCount = Math.ceil(pictures.length / columnCount);
  return services.store.transaction(async (tx) => {
    const board = await changeBoard(tx, await reachChannel(tx, call, call.params.id), call);
    await checkImageLimit(tx, board, call, pictures.length);
    const y = await findFreeRow(tx, board);
    const size = {
      width: columnCount * (TILE.width + GAP) - GAP + 2 * FRAME_PADDING,
      height: rowCount * (TILE.height + GAP) - GAP + 2 * FRAME_PADDING,
    };
    const [frame] = await addItems(tx, board, [
      { type: 'frame', source: toItemSource(source), label, x: 0, y, ...size },
    ]);
    if (!frame) throw new Error('The frame was not returned.');
    const images = pictures.map((picture, index) => ({
      type: 'image' as const,
      source: toItemSource(source),
      media: picture.media,
      usage,
      frame_id: frame.id,
      ...fitTile(picture),
      label: picture.label,
      x: FRAME_PADDING + (index % columnCount) * (TILE.width + GAP),
      y: y + FRAME_PADDING + Math.floor(index / columnCount) * (TILE.height + GAP),
    }));
    return { board, items: [frame, ...(await addItems(tx, board, images))] };
  });
}

const toItemSource = (source: Import['body']['source']): string => (source === 'urls' ? 'url' : source);
