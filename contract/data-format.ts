/**
 * The version of the data folder's layout; Cutaway refuses folders with higher numbers. `database` counts the
 * migrations of the service. `files` counts up when older versions would misread the host's own files.
 */
export const DATA_FORMAT = { database: 36, files: 1 } as const;
