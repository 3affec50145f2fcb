/** Addresses under the window's own origin; the host knows where the bytes are. */
const path = (...parts: readonly string[]): string => `/media/${parts.map(encodeURIComponent).join('/')}`;

export const videoSource = (account: string, project: string, revision: string): string =>
  path(account, 'video', project, revision);
export const posterSource = (account: string, project: string, state: string): string =>
  `${path(account, 'poster', project)}?${state}`;
/** `state` tells two pictures of the same thing apart. */
export const blockSource = (account: string, project: string, key: string, state: string): string =>
  `${path(account, 'block', project, key)}?${state}`;
export const stagedSource = (account: string, project: string, item: string, state: string): string =>
  `${path(account, 'staged', project, item)}?${encodeURIComponent(state)}`;
export const templateSource = (account: string, project: string, template: string): string =>
  path(account, 'template', project, template);
export const thumbnailSource = (account: string, asset: string): string => path(account, 'thumbnail', asset);
