#!/usr/bin/env node
/**
 * Builds deb and rpm packages as fpm does, with Debian's dpkg-deb and rpmbuild, for the options that electron-builder
 * passes, with quick compression. fpm itself is downloaded by electron-builder, which a test can't rely on.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const { options, sources } = parse(process.argv.slice(2));
const workFolder = mkdtempSync(join(tmpdir(), 'cutaway-fpm-'));
try {
  const tree = join(workFolder, 'tree');
  for (const [from, to] of sources) {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    cpSync(from, join(tree, to), { recursive: true, verbatimSymlinks: true });
  }
  if (getOption('t') === 'deb') buildDeb(tree);
  else buildRpm(tree);
} finally {
  rmSync(workFolder, { recursive: true, force: true });
}

/**
 * An option without a value is followed by another option; `FROM=TO` names what to pack.
 * @param {string[]} args
 */
function parse(args) {
  /** @type {Map<string, string[]>} */
  const options = new Map();
  /** @type {[string, string][]} */
  const sources = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (!argument.startsWith('-')) {
      const equalsIndex = argument.lastIndexOf('=');
      sources.push([argument.slice(0, equalsIndex), argument.slice(equalsIndex + 1)]);
      continue;
    }
    const name = argument.replace(/^-+/, '');
    const value = name === 'force' ? '' : (args[++index] ?? '');
    options.set(name, [...(options.get(name) ?? []), value]);
  }
  return { options, sources };
}

/** @param {string} name */
function getOption(name) {
  return options.get(name)?.at(-1) ?? '';
}

/** @param {string} name */
function script(name) {
  return readFileSync(getOption(name), 'utf8');
}

/** @param {string} tree */
function buildDeb(tree) {
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const [summary = '', ...rest] = getOption('description').split('\n');
  const lines = [
    `Package: ${getOption('name')}`,
    `Version: ${getOption('version')}`,
    `Vendor: ${getOption('vendor')}`,
    `Architecture: ${getOption('architecture')}`,
    `Maintainer: ${getOption('maintainer')}`,
    `Depends: ${(options.get('d') ?? []).join(', ')}`,
    ...(options.get('deb-recommends') ?? []).map((name) => `Recommends: ${name}`),
    `Section: ${getOption('category') || 'default'}`,
    `Priority: ${getOption('deb-priority')}`,
    `Homepage: ${getOption('url')}`,
    `Description: ${summary}`,
    ...rest.map((line) => ` ${line.trim()}`),
  ];
  writeFileSync(join(control, 'control'), `${lines.join('\n')}\n`);
  writeFileSync(join(control, 'postinst'), script('after-install'), { mode: 0o755 });
  writeFileSync(join(control, 'postrm'), script('after-remove'), { mode: 0o755 });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, getOption('package')]);
}

/** @param {string} tree */
function buildRpm(tree) {
  const files = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `"${join(entry.parentPath, entry.name).slice(tree.length)}"`);
  // Version and release may not contain a dash.
  const spec = `
%define _build_id_links none
%define __os_install_post %{nil}
%define _binary_payload w1.gzdio
AutoReqProv: no
Name: ${getOption('name')}
Version: ${getOption('version')}
Release: 1
Summary: ${getOption('rpm-summary')}
License: ${getOption('license')}
Vendor: ${getOption('vendor')}
URL: ${getOption('url')}
${(options.get('d') ?? []).map((name) => `Requires: ${name}`).join('\n')}
%description
${getOption('description')}
%post
${script('after-install')}
%postun
${script('after-remove')}
%files
${files.join('\n')}
`;
  const file = join(workFolder, 'package.spec');
  writeFileSync(file, spec);
  execFileSync('rpmbuild', [
    ...['-bb', '--quiet', '--buildroot', tree, '--target', getOption('architecture').replace('amd64', 'x86_64')],
    ...['--define', `_topdir ${workFolder}/rpm`, '--define', `_rpmdir ${workFolder}/rpms`, file],
  ]);
  const packageFile = readdirSync(join(workFolder, 'rpms'), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.rpm'),
  );
  if (!packageFile || existsSync(getOption('package'))) throw new Error('rpmbuild wrote no package.');
  cpSync(join(workFolder, 'rpms', packageFile), getOption('package'));
  chmodSync(getOption('package'), 0o644);
}
