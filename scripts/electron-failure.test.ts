import { expect, it } from 'vitest';
import { explainFailure } from './electron-failure.mjs';

const END = { code: 1, signal: null, binary: '/app/electron/dist/electron' };

it.each([
  [
    '[12:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I’m aborting now.',
    /sandbox/,
    /sudo chown root:root "\/app\/electron\/dist\/chrome-sandbox" && sudo chmod 4755/,
  ],
  [
    '[1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running on Ubuntu 23.10+',
    /sandbox/,
    /4755/,
  ],
  [
    './electron: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file',
    /the library libnss3\.so, which is missing/,
    /Install the package/,
  ],
  ['[9:ERROR:ozone_platform_x11.cc(244)] Missing X server or $DISPLAY', /can’t reach the display/, /desktop session/],
  ['Gtk-WARNING **: cannot open display: :7', /can’t reach the display/, /DISPLAY/],
  ['', /ended with code 1 before its window opened/, /npm ci/],
])('names the reason and what helps: %s', (stderr, why, remedy) => {
  const failure = explainFailure(stderr, END);
  expect(failure.why).toMatch(why);
  expect(failure.remedy).toMatch(remedy);
});

it('names the signal that ended Electron', () => {
  expect(explainFailure('', { ...END, code: null, signal: 'SIGSEGV' }).why).toMatch(/ended by SIGSEGV/);
});
