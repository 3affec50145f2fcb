import { createComposer } from './composer/composer.ts';
import type { TextEngine, TextProviderConfig } from './text-engine.ts';

/**
 * Returns the engine for a provider configuration, or the offline composer without one. Loads model adapters on demand
 * because they are large.
 */
export async function createTextEngine(config: TextProviderConfig | null): Promise<TextEngine> {
  if (config === null) return createComposer();
  const { createModelEngine } = await import('./model/model-engine.ts');
  return createModelEngine(config);
}
