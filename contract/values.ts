/** Both the schemas and the window need these; the file stays free of zod, so that the window can load it at once. */

export const BOARD_SHAPES = ['rect', 'ellipse', 'arrow', 'line'] as const;

/** Is the local workspace's; the host generates the ids of remote accounts. */
export const LOCAL_ACCOUNT = 'local';
