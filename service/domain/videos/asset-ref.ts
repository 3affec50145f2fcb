/** Plans refer to assets by id, because the folder may have moved before rendering. */
const ASSET_PREFIX = 'asset:';
export const formatAssetRef = (id: string): string => `${ASSET_PREFIX}${id}`;
/** Returns the asset's id; null if the path is no asset reference. */
export const parseAssetRef = (path: string | null): string | null =>
  path?.startsWith(ASSET_PREFIX) ? path.slice(ASSET_PREFIX.length) : null;
