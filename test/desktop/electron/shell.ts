const openedUrls: string[] = [];

/** Opens nothing, and records for the test what the product would open. */
export const shell: Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> = {
  openExternal: (url) => Promise.resolve(void openedUrls.push(url)),
  openPath: (path) => Promise.resolve(void openedUrls.push(path)).then(() => ''),
  showItemInFolder: (path) => void openedUrls.push(path),
};

export const shellControls = {
  opened: (): string[] => [...openedUrls],
};
