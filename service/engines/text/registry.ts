import { createComposer } from './composer/composer.ts';
import type { TextEngine, TextProviderConfig } from './text-engine.ts';

/** The engine for a provider configuration; without one, the offline composer. The adapters of models are large. */
export async function textEngineFor(config: TextProviderConfig | null): Promise<TextEngine> {
  if (config === null) return createComposer();
  const { createModelEngine } = await import('./model/model-engine.ts');
  return createModelEngine(config);
}
