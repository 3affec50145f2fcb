import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskFullError, readJsonOr, writeDurable } from './durable-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function parse(value: unknown): { n: number } {
  if (typeof value !== 'object' || value === null || !('n' in value) || typeof value.n !== 'number') {
    throw new Error('n is missing');
  }
  return { n: value.n };
}

describe('writeDurable', () => {
  it('replaces the whole content, sets mode 0600 and leaves no temporary file', async () => {
    const file = join(folder, 'a.json');
    await writeDurable(file, 'one');
    await writeDurable(file, Buffer.from('two'));
    expect(await readFile(file, 'utf8')).toBe('two');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('readers never see a half-written file, however often it is replaced', async () => {
    const file = join(folder, 'a.json');
    const texts = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, '0').repeat(50_000));
    await writeDurable(file, texts[0]!);
    const writing = (async () => {
      for (const text of texts) await writeDurable(file, text);
    })();
    let isDone = false;
    const reading = (async () => {
      while (!isDone) expect(texts).toContain(await readFile(file, 'utf8'));
    })();
    await writing;
    isDone = true;
    await reading;
  });

  it('throws the error and keeps the old content when a write fails', async () => {
    await mkdir(join(folder, 'a.json'));
    await expect(writeDurable(join(folder, 'a.json'), 'x')).rejects.toThrow();
    await expect(writeDurable(join(folder, 'none', 'a.json'), 'x')).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'throws DiskFullError and keeps the old content when the disk is full',
    async () => {
      const disk = join(folder, 'disk');
      await mkdir(disk);
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status).toBe(0);
      try {
        const file = join(disk, 'a.json');
        await writeDurable(file, 'old');
        const error = await writeDurable(file, Buffer.alloc(2_000_000)).catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(DiskFullError);
        expect((error as Error).message).toContain('a.json');
        expect(await readFile(file, 'utf8')).toBe('old');
        expect(await readdir(disk)).toEqual(['a.json']);
      } finally {
        spawnSync('umount', [disk]);
      }
    },
  );
});

describe('readJsonOr', () => {
  it('reads the file through its parser', async () => {
    await writeFile(join(folder, 'a.json'), '{"n":3,"more":1}');
    expect(await readJsonOr(join(folder, 'a.json'), parse, { n: 0 })).toEqual({ value: { n: 3 }, corrupt: null });
  });

  it('returns the fallback when the file is missing', async () => {
    expect(await readJsonOr(join(folder, 'a.json'), parse, { n: 0 })).toEqual({ value: { n: 0 }, corrupt: null });
  });

  it.each(['', '{"n":', '{"n":"three"}', '\0\0\0'])(
    'moves a damaged file aside and returns the fallback: %j',
    async (content) => {
      const file = join(folder, 'a.json');
      await writeFile(file, content);
      const { value, corrupt } = await readJsonOr(file, parse, { n: 0 });
      expect(value).toEqual({ n: 0 });
      expect(corrupt?.movedTo).toMatch(/a\.json\.corrupt-/);
      expect(await readFile(corrupt!.movedTo, 'utf8')).toBe(content);
      expect(await readdir(folder)).toHaveLength(1);
    },
  );
});
