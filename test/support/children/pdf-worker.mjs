/** Runs the thread that reads PDFs from its TypeScript source. */
import { register } from 'tsx/esm/api';

register();
await import('../../../service/net/pdf-worker.ts');
