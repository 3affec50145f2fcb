/** Runs the thread that draws scenes from its TypeScript source. */
import { register } from 'tsx/esm/api';

register();
await import('../../../service/engines/video/scene-worker.ts');
