import { createComposer } from './composer/composer.ts';
import { createModelEngine } from './model/model-engine.ts';
import type { TextEngine, TextProviderConfig } from './text-engine.ts';

/** The engine for a provider configuration; without one, the offline composer. */
export function textEngineFor(config: TextProviderConfig | null): TextEngine {
  return config === null ? createComposer() : createModelEngine(config);
}
