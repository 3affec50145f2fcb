/** Runs the thread that makes PDFs from its TypeScript source. */
import { register } from 'tsx/esm/api';

register();
await import('../../../electron/host/pdf/pdf-thread.ts');
