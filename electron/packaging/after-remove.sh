#!/bin/sh
# Runs as root after the files of the package are gone; never touches what people wrote, which lies in their homes.
set -e

# At an upgrade rpm runs the old version's script after the new one's installation.
case "$1" in
  upgrade | failed-upgrade | abort-install | abort-upgrade | 1) exit 0 ;;
esac

rm -f '/usr/bin/${executable}'

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if command -v apparmor_parser >/dev/null 2>&1; then apparmor_parser --remove "$profile" >/dev/null 2>&1 || true; fi
  rm -f "$profile"
fi

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
