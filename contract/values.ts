/** Values that both the schemas and the window need; free of zod, so that the window can load them at once. */

export const BOARD_SHAPES = ['rect', 'ellipse', 'arrow', 'line'] as const;

/** Account id of the local workspace; the host generates the ids of remote accounts. */
export const LOCAL_ACCOUNT = 'local';
