import type { RevisionItem } from '#contract/schema/video-revision.ts';

/** Builds addresses under the window's own origin; the host knows where the bytes are. */
const buildPath = (...parts: readonly string[]): string => `/media/${parts.map(encodeURIComponent).join('/')}`;

export const getVideoSource = (account: string, project: string, revision: string): string =>
  buildPath(account, 'video', project, revision);
export const getPosterSource = (account: string, project: string, state: string): string =>
  `${buildPath(account, 'poster', project)}?${state}`;
/** `state` changes when the picture of the block changes. */
export const getBlockSource = (account: string, project: string, key: string, state: string): string =>
  `${buildPath(account, 'block', project, key)}?${state}`;
/** The preview's path identifies its content; its query only carries the expiry. */
export const getStagedSource = (
  account: string,
  project: string,
  { id, preview_url }: Pick<RevisionItem, 'id' | 'preview_url'>,
): string => `${buildPath(account, 'staged', project, id)}?${encodeURIComponent(preview_url?.split('?')[0] ?? '')}`;
export const getTemplateSource = (account: string, project: string, template: string): string =>
  buildPath(account, 'template', project, template);
export const getDesignSource = (account: string, design: string): string => buildPath(account, 'design', design);
/** Returns the address of the package for editing programs that an operation made. */
export const handOffSource = (account: string, operation: string): string => buildPath(account, 'handoff', operation);
export const getAttachmentSource = (account: string, project: string, attachment: string): string =>
  buildPath(account, 'attachment', project, attachment);
export const getThumbnailSource = (account: string, asset: string): string => buildPath(account, 'thumbnail', asset);
