export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
