/**
 * Places the parts drawn over a video, for the service that draws it and the window that sketches it, by the shape of
 * its picture.
 */
/** The picture of a video in the units it is drawn in, whatever its size in pixels. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** The bounds of texts; below them is the space for captions. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly captions: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Multiplies the size of captions. */
  readonly captionScale: number;
  readonly captionLines: number;
  /** True if parts that a wide page has side by side are one below the other. */
  readonly stacked: boolean;
  /** The margin, in units, that players, screens and the platforms' buttons may cover. */
  readonly covered: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

const WIDE: Page = {
  width: 1280,
  height: 720,
  left: 104,
  right: 1176,
  top: 66,
  bottom: 566,
  captions: { x: 170, y: 582, width: 940, height: 92 },
  captionScale: 1,
  captionLines: 2,
  stacked: false,
  // EBU R 95: 5 % graphics safe area.
  covered: { top: 36, right: 64, bottom: 36, left: 64 },
};

/** Leaves the parts free that phones cover of vertical videos: bar above, title below, buttons at the right. */
const TALL_PAGE: Page = {
  width: 720,
  height: 1280,
  left: 64,
  right: 632,
  top: 190,
  bottom: 840,
  captions: { x: 64, y: 864, width: 568, height: 160 },
  captionScale: 1.25,
  captionLines: 3,
  stacked: true,
  covered: { top: 128, right: 72, bottom: 240, left: 36 },
};

const SQUARE: Page = {
  width: 960,
  height: 960,
  left: 78,
  right: 882,
  top: 84,
  bottom: 768,
  captions: { x: 100, y: 788, width: 760, height: 116 },
  captionScale: 1.1,
  captionLines: 2,
  stacked: true,
  covered: { top: 48, right: 48, bottom: 48, left: 48 },
};

/** Returns the page of a picture by its shape. */
export function getPage({ width, height }: { readonly width: number; readonly height: number }): Page {
  if (width === height) return SQUARE;
  return width > height ? WIDE : TALL_PAGE;
}
