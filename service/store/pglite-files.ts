import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { FileSync } from './file-sync.ts';

/** Types the parts of Emscripten's file layer that PGlite's types leave out. */
interface NodeStream {
  node: object;
  nfd: number;
}
interface NodeFileLayer {
  getPath(node: object): string;
  isDir(mode: number): boolean;
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: NodeStream & { node: { mode: number } }) => number } } };
}

const MOUNT = '/pglite/data';

/** Stores PGlite's folder on the real file system, with a working fsync (see FileSync). */
export class SyncedNodeFS extends NodeFS {
  readonly #sync: FileSync;
  readonly #folder: string;

  constructor(folder: string, sync: FileSync) {
    super(folder);
    this.#folder = folder;
    this.#sync = sync;
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const setup = await super.init(pg, options);
    const { preRun } = setup.emscriptenOpts;
    if (!Array.isArray(preRun)) throw new Error('PGlite changed how it starts.');
    preRun.push((module: { FS: unknown }) => this.#installFsync(module.FS as NodeFileLayer));
    return setup;
  }

  /** PGlite calls this after each statement outside of a transaction. */
  override async syncToFs(): Promise<void> {
    await this.#sync.flush();
  }

  #installFsync(layer: NodeFileLayer): void {
    layer.filesystems.NODEFS.stream_ops.fsync = (stream) => {
      const path = layer.getPath(stream.node);
      if (!path.startsWith(`${MOUNT}/`)) return 0;
      const isFolder = layer.isDir(stream.node.mode);
      // A new segment is renamed right after this, so it cannot be synced later under its current name.
      const isNewSegment = path.startsWith(`${MOUNT}/pg_wal/xlogtemp.`);
      if (path.startsWith(`${MOUNT}/pg_wal/`) && !isFolder && !isNewSegment) {
        this.#sync.noteLogWrite(join(this.#folder, path.slice(MOUNT.length)));
      } else {
        this.#sync.syncNow(stream.nfd, isFolder);
      }
      return 0;
    };
  }
}
