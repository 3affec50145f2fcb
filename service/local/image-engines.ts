import type { ImageEngines } from '../domain/thumbnails/services.ts';
import type { ImageEngine } from '../engines/image/image-engine.ts';

/** What makes this studio's pictures. */
export class StudioImageEngines implements ImageEngines {
  async current(_teamId: number): Promise<ImageEngine> {
    // Loaded with its first use: what draws pictures is large.
    const { compositor } = await import('../engines/image/compositor/compositor.ts');
    return compositor;
  }
}
