const opened: string[] = [];

/** Opens nothing, and records for the test what the product would open. */
export const shell: Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder'> = {
  openExternal: (url) => Promise.resolve(void opened.push(url)),
  openPath: (path) => Promise.resolve(void opened.push(path)).then(() => ''),
  showItemInFolder: (path) => void opened.push(path),
};

export const shellControls = {
  opened: (): string[] => [...opened],
};
