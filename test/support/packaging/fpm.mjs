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
const work = mkdtempSync(join(tmpdir(), 'cutaway-fpm-'));
try {
  const tree = join(work, 'tree');
  for (const [from, to] of sources) {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    cpSync(from, join(tree, to), { recursive: true, verbatimSymlinks: true });
  }
  if (one('t') === 'deb') buildDeb(tree);
  else buildRpm(tree);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/**
 * An option without a value is followed by another option; `FROM=TO` names what to pack.
 * @param {string[]} words
 */
function parse(words) {
  /** @type {Map<string, string[]>} */
  const options = new Map();
  /** @type {[string, string][]} */
  const sources = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      const middle = word.lastIndexOf('=');
      sources.push([word.slice(0, middle), word.slice(middle + 1)]);
      continue;
    }
    const name = word.replace(/^-+/, '');
    const value = name === 'force' ? '' : (words[++at] ?? '');
    options.set(name, [...(options.get(name) ?? []), value]);
  }
  return { options, sources };
}

/** @param {string} name */
function one(name) {
  return options.get(name)?.at(-1) ?? '';
}

/** @param {string} name */
function script(name) {
  return readFileSync(one(name), 'utf8');
}

/** @param {string} tree */
function buildDeb(tree) {
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const [summary = '', ...rest] = one('description').split('\n');
  const lines = [
    `Package: ${one('name')}`,
    `Version: ${one('version')}`,
    `Vendor: ${one('vendor')}`,
    `Architecture: ${one('architecture')}`,
    `Maintainer: ${one('maintainer')}`,
    `Depends: ${(options.get('d') ?? []).join(', ')}`,
    ...(options.get('deb-recommends') ?? []).map((each) => `Recommends: ${each}`),
    `Section: ${one('category') || 'default'}`,
    `Priority: ${one('deb-priority')}`,
    `Homepage: ${one('url')}`,
    `Description: ${summary}`,
    ...rest.map((line) => ` ${line.trim()}`),
  ];
  writeFileSync(join(control, 'control'), `${lines.join('\n')}\n`);
  writeFileSync(join(control, 'postinst'), script('after-install'), { mode: 0o755 });
  writeFileSync(join(control, 'postrm'), script('after-remove'), { mode: 0o755 });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, one('package')]);
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
Name: ${one('name')}
Version: ${one('version')}
Release: 1
Summary: ${one('rpm-summary')}
License: ${one('license')}
Vendor: ${one('vendor')}
URL: ${one('url')}
${(options.get('d') ?? []).map((each) => `Requires: ${each}`).join('\n')}
%description
${one('description')}
%post
${script('after-install')}
%postun
${script('after-remove')}
%files
${files.join('\n')}
`;
  const file = join(work, 'package.spec');
  writeFileSync(file, spec);
  execFileSync('rpmbuild', [
    ...['-bb', '--quiet', '--buildroot', tree, '--target', one('architecture').replace('amd64', 'x86_64')],
    ...['--define', `_topdir ${work}/rpm`, '--define', `_rpmdir ${work}/rpms`, file],
  ]);
  const built = readdirSync(join(work, 'rpms'), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.rpm'),
  );
  if (!built || existsSync(one('package'))) throw new Error('rpmbuild wrote no package.');
  cpSync(join(work, 'rpms', built), one('package'));
  chmodSync(one('package'), 0o644);
}
