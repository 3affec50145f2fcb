/** Adds media assets with their files. */
import { media_assets } from '#service/store/schema-videos.ts';

import { TEAM, type World } from './world.ts';

export async function asset(world: World, more: Partial<typeof media_assets.$inferInsert> = {}): Promise<string> {
  const values = { team_id: TEAM, name: 'A picture', bytes: 3, state: 'ready', media_type: 'picture' } as const;
  const facts = { content_type: 'image/png', width: 4, height: 3, uploaded_bytes: 3 };
  const id = await world.write(async (tx) => {
    const [row] = await tx
      .insert(media_assets)
      .values({ ...values, ...facts, ...more })
      .returning();
    return row!.id;
  });
  await world.service.files.put(`videos/assets/${id}`, 'abc');
  return id;
}

export const withoutFile = async (world: World, id: string): Promise<string> => {
  await world.service.files.remove(`videos/assets/${id}`);
  return id;
};
