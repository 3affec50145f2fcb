/** The Node side's bundles: own code in, packages out. `mode` names the part. */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Threads that the host starts from beside its bundle. */
const HOST_THREADS = { 'pdf-thread': at('electron/host/pdf/pdf-thread.ts') };

/** Entry files by part and name. Paths beside a bundle (`migrations`) rely on every file lying flat in its folder. */
const PARTS: Record<string, Record<string, string>> = {
  service: {
    main: at('service/main.ts'),
    server: at('service/server/main.ts'),
    'build-seed': at('service/store/build-seed.ts'),
    'pdf-worker': at('service/net/pdf-worker.ts'),
    'scene-worker': at('service/engines/video/scene-worker.ts'),
  },
  loopback: { main: at('electron/loopback/main.ts'), ...HOST_THREADS },
  electron: { main: at('electron/desktop/main.ts'), ...HOST_THREADS },
  preload: { preload: at('electron/desktop/preload.cts') },
};

const isPackage = (id: string): boolean => !/^[.#\0]/.test(id) && !isAbsolute(id);

export default defineConfig(({ mode }) => {
  const input = PARTS[mode];
  if (!input) throw new Error(`There is no part ${mode}.`);
  const preload = mode === 'preload';
  return {
    root: at('.'),
    publicDir: false,
    // A sandboxed preload can require nothing but Electron.
    ssr: preload ? { noExternal: true, external: ['electron'] } : {},
    build: {
      ssr: true,
      target: 'node20',
      outDir: at(`dist/${preload ? 'electron' : mode}`),
      emptyOutDir: !preload,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input,
        external: preload ? ['electron'] : isPackage,
        output: preload
          ? { format: 'cjs', entryFileNames: '[name].cjs' }
          : { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
});
