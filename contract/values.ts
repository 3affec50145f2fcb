/** Schemas, service and window share these; the file stays free of zod, so that the window can load it at once. */

export const DAY_MS = 86_400_000;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const BOARD_SHAPES = ['rect', 'ellipse', 'arrow', 'line'] as const;

/** The ends of an arrow that have a head, and its looks: two lines or a triangle. */
export const ARROW_HEADS = ['end', 'both'] as const;
export const HEAD_FORMS = ['open', 'solid'] as const;

/** The ways an item of the board mixes with the items below it; `normal` covers them. */
export const BLENDS = ['normal', 'multiply', 'screen', 'overlay'] as const;

/** Shows a picture as it is. */
export const PLAIN_LOOK = {
  crop: { x: 0, y: 0, width: 1, height: 1 },
  flip_x: false,
  flip_y: false,
  corners: 0,
  brightness: 100,
  contrast: 100,
  saturation: 100,
  blur: 0,
  sharpen: 0,
  mask: null,
  outline: null,
  shadow: null,
};

/** The local workspace's; the host generates the ids of remote accounts. */
export const LOCAL_ACCOUNT = 'local';
