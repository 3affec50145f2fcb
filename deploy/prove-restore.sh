#!/bin/sh
# Proves that a backup can be restored: prove-restore.sh DATABASE.DUMP FILES
# Restores it into a database of its own beside the real one, lets the server bring it up to date and check that every
# file it names is there and whole, and drops it again.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
dump=$1
files=$2
name="cutaway_proof_$$"
proof=$(echo "$CUTAWAY_DATABASE_URL" | sed -E "s#^(postgres(ql)?://[^/]*/)[^?]*#\1$name#")

psql --quiet --no-psqlrc --command="create database $name" "$CUTAWAY_DATABASE_URL"
trap 'psql --quiet --no-psqlrc --command="drop database $name" "$CUTAWAY_DATABASE_URL"' EXIT

pg_restore --exit-on-error --no-owner --dbname="$proof" "$dump"
env CUTAWAY_FILES= CUTAWAY_DATA="$files" CUTAWAY_DATABASE_URL="$proof" \
    node "$here/dist/service/server.js" --check-files
