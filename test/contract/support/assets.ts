/** Adds a media asset with its file, by default a ready picture; returns its id. */
import { media_assets } from '#service/store/schema-videos.ts';

import { TEAM, type World } from './world.ts';

export async function addAsset(
  world: World,
  overrides: Partial<typeof media_assets.$inferInsert> = {},
): Promise<string> {
  const values = { team_id: TEAM, name: 'A picture', bytes: 3, state: 'ready', media_type: 'picture' } as const;
  const fileInfo = { content_type: 'image/png', width: 4, height: 3, uploaded_bytes: 3 };
  const id = await world.write(async (tx) => {
    const [row] = await tx
      .insert(media_assets)
      .values({ ...values, ...fileInfo, ...overrides })
      .returning();
    return row!.id;
  });
  await world.service.files.put(`videos/assets/${id}`, 'abc');
  return id;
}

export const removeAssetFile = async (world: World, id: string): Promise<string> => {
  await world.service.files.remove(`videos/assets/${id}`);
  return id;
};
