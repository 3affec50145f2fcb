#!/bin/sh
# Backs up a team server into a folder, and proves that the backup can be restored: backup.sh FOLDER
# Needs the settings of the server (CUTAWAY_DATABASE_URL and so on), pg_dump of the database's version or newer, and a
# user of the database who may create another one. Servers go on meanwhile.
set -eu
umask 077
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
kept=${KEPT_BACKUPS:-14}
name=$(date -u +%Y-%m-%dT%H%M%SZ)

mkdir -p "$folder"
making=$(mktemp -d "$folder/.making-XXXXXX")
trap 'rm -rf "$making"' EXIT

pg_dump --format=custom --no-owner --file="$making/database.dump" "$CUTAWAY_DATABASE_URL"
# Files never change once they are written, so all backups share them. They follow the database, so that none is missed.
node "$here/dist/service/server.js" --copy-files "$folder/files"
"$here/deploy/prove-restore.sh" "$making/database.dump" "$folder/files"

mv "$making" "$folder/$name"
find "$folder" -maxdepth 1 -name '20*' | sort -r | tail -n "+$((kept + 1))" | xargs -r rm -rf
echo "Backed up to $folder/$name."
