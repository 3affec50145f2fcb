#!/bin/sh
# Runs as root once the files of the package are in place, at installation and at each upgrade.
set -e

ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'

# Chromium falls back to this helper where people may not create user namespaces, which root can't find out for them.
sandbox='/opt/${sanitizedProductName}/chrome-sandbox'
if [ -e "$sandbox" ]; then chmod 4755 "$sandbox"; fi

# Ubuntu 24.04 and newer allow user namespaces only to programs with a profile; older AppArmor can't read this one.
source='/opt/${sanitizedProductName}/resources/apparmor-profile'
profile='/etc/apparmor.d/${executable}'
if command -v apparmor_parser >/dev/null 2>&1 && apparmor_parser --skip-kernel-load "$source" >/dev/null 2>&1; then
  cp "$source" "$profile"
  apparmor_parser --replace --write-cache --skip-read-cache "$profile" >/dev/null 2>&1 || true
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
