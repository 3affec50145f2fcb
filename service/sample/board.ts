/** Adds the sample team's board: one finished composition in its frame, as a self-explanatory example. */
import type { ShapeStyle, TextStyle } from '#contract/schema/thumbnail.ts';

import { board_items, boards } from '../store/schema-thumbnails.ts';
import type { channels, JsonObject } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { SAMPLE_BOARD_PICTURES } from './data/board-pictures.ts';

type Channel = Pick<typeof channels.$inferSelect, 'id' | 'team_id'>;
type NewItem = Omit<typeof board_items.$inferInsert, 'team_id' | 'board_id' | 'z' | 'source' | 'frame_id'>;

const HEADLINE: TextStyle = {
  font: 'anton',
  size: 150,
  fill: '#FFFFFF',
  stroke: '#0B1B3A',
  stroke_width: 18,
  background: null,
  align: 'left',
};
const HINT: TextStyle = {
  font: 'system',
  size: 30,
  fill: '#FFFFFF',
  stroke: '#000000',
  stroke_width: 0,
  background: '#1C2A44',
  align: 'left',
};
const ARROW: ShapeStyle = { form: 'arrow', fill: null, stroke: '#FFD23F', stroke_width: 16 };

const toJson = (style: TextStyle | ShapeStyle): JsonObject => style as unknown as JsonObject;
const { valley, train, ticket } = SAMPLE_BOARD_PICTURES;

const FRAME = { x: 60, y: 60, width: 1280, height: 720 };
const HINT_TEXT = 'Click anything to move or change it.\nWhat lies in the frame is exported as one picture.';

/** Lists the items from bottom to top. */
const createItems = async (): Promise<NewItem[]> => {
  const { measureOverlay } = await import('../engines/image/overlay.ts');
  return [
    { type: 'image', label: 'Valley', media: valley, x: 60, y: 60, width: 1280, height: 720, usage: 'background' },
    { type: 'image', label: 'Night train', media: train, x: 380, y: 338, width: 900, height: 260 },
    { type: 'image', label: 'Ticket', media: ticket, x: 980, y: 120, width: 320, height: 236, usage: 'product' },
    { type: 'shape', label: 'Arrow', x: 700, y: 262, width: 130, height: 90, style: toJson(ARROW) },
    {
      type: 'text',
      content: 'NEVER\nFLY?',
      x: 110,
      y: 100,
      style: toJson(HEADLINE),
      ...measureOverlay('NEVER\nFLY?', HEADLINE),
    },
    { type: 'text', content: HINT_TEXT, x: 60, y: 830, style: toJson(HINT), ...measureOverlay(HINT_TEXT, HINT) },
  ];
};

export async function addSampleBoard(tx: Db, { id: channel_id, team_id }: Channel): Promise<void> {
  const layers = await createItems();
  const [board] = await tx
    .insert(boards)
    .values({ team_id, channel_id, last_z: layers.length + 1 })
    .returning();
  if (!board) throw new Error('The board was not returned.');
  const commonFields = { team_id, board_id: board.id, source: 'sample' };
  const [frame] = await tx
    .insert(board_items)
    .values({ ...commonFields, ...FRAME, type: 'frame', label: 'A finished thumbnail (sample)', z: 1 })
    .returning();
  if (!frame) throw new Error('The frame was not returned.');
  await tx
    .insert(board_items)
    .values(layers.map((layer, index) => ({ ...layer, ...commonFields, frame_id: frame.id, z: index + 2 })));
}
