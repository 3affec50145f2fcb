/** Reads what the installers tell the systems about links and files; nothing here can run them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const configuration = await readFile(join(ROOT, 'electron-builder.yml'), 'utf8');
const windows = await readFile(join(ROOT, 'assets/installer.nsh'), 'utf8');

/** Returns one of the configuration's sections, up to the next line that is not indented. */
const findSection = (name: string): string =>
  new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, 'm').exec(configuration)?.[1] ?? '';
const listExtensions = (name: string): string[] =>
  [...findSection(name).matchAll(/- \{ ext: (\w+)/g)].map(([, ext]) => ext!);

/** Returns the lines of a macro of the Windows installer. */
const findMacro = (name: string): string =>
  new RegExp(`^!macro ${name}\\b.*\\n([^]*?)^!macroend`, 'm').exec(windows)?.[1] ?? '';

describe('cutaway: links', () => {
  it('are declared for every system', () => {
    expect(findSection('protocols')).toContain('- cutaway');
  });

  it('are removed from Windows with the app, unless it is updated or another copy owns them', () => {
    const [before, guardedLines] = findMacro('customUnInstall').split('${ifNot} ${isUpdated}');
    expect(before).not.toContain('Software\\Classes\\cutaway"');
    expect(guardedLines).toMatch(/ReadRegStr .*Software\\Classes\\cutaway\\shell\\open\\command/);
    expect(guardedLines).toMatch(/\$\{if\} \$R0 == "\$INSTDIR\\"\s+DeleteRegKey HKCU "Software\\Classes\\cutaway"/);
  });
});

describe('file types', () => {
  it('include archives on every system, and scripts on Linux and macOS', () => {
    expect(listExtensions('linux')).toEqual(['cutaway', 'fountain', 'md']);
    expect(listExtensions('mac')).toEqual(['cutaway', 'fountain', 'md']);
    expect(listExtensions('win')).toEqual(['cutaway']);
  });

  it('keep the default program for texts', () => {
    expect(findSection('mac')).toMatch(/ext: md,.*rank: Alternate/);
    const registeredTypes = [...findMacro('customInstall').matchAll(/offerToOpen "(\w+)" "([\w.]+)"/g)];
    expect(registeredTypes.map(([, ext]) => ext)).toEqual(['md', 'fountain']);
    expect(findMacro('offerToOpen')).toContain('OpenWithProgids');
    expect(findMacro('offerToOpen')).not.toMatch(/"Software\\Classes\\\.\$\{EXTENSION\}" ""/);
    for (const [, ext, name] of registeredTypes)
      expect(findMacro('customUnInstall')).toContain(`stopOffering "${ext}" "${name}"`);
  });
});
