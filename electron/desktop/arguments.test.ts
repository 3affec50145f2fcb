import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDesktopArguments } from './arguments.ts';

describe('arguments', () => {
  it('are read if the app defines them, and ignored otherwise', () => {
    const argv = ['cutaway', '.', '--inspect=0', '--data', 'somewhere', '--sample', '--disable-gpu', 'cutaway://ideas'];
    expect(parseDesktopArguments(argv)).toEqual({
      dataFolder: resolve('somewhere'),
      sample: true,
      disableGpu: true,
      files: [],
    });
    expect(parseDesktopArguments(['cutaway', '--data=/elsewhere']).dataFolder).toBe(resolve('/elsewhere'));
    expect(parseDesktopArguments(['cutaway'])).toEqual({
      dataFolder: undefined,
      sample: false,
      disableGpu: false,
      files: [],
    });
  });

  it.each([[['--data']], [['--data', '--sample']], [['--data=']]])('says that %j names no folder', (argv) => {
    expect(() => parseDesktopArguments(['cutaway', ...argv])).toThrow(/--data needs a folder/);
  });
});
