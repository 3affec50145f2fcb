/** Plans refer to asset files by id, because the folder may have moved by the time of rendering. */
const ASSET = 'asset:';
export const assetRef = (id: string): string => `${ASSET}${id}`;
/** Returns the id of the asset that a plan's path names; null for another path. */
export const assetIn = (path: string | null): string | null =>
  path?.startsWith(ASSET) ? path.slice(ASSET.length) : null;
