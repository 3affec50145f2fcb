/** Locks the given folder, prints a line, and holds the lock until the process dies. */
import { FolderLockedError, lockFolder } from '#platform/folder-lock.ts';

try {
  await lockFolder(process.argv[2] ?? '', { purpose: 'a test' });
  process.stdout.write('locked\n');
  setInterval(() => undefined, 1000);
} catch (error) {
  const owner = error instanceof FolderLockedError ? error.owner?.pid : null;
  process.stdout.write(`refused ${(error as Error).name} ${owner}\n`);
}
