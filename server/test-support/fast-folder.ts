import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** A run keeps well under half of it. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * The folder for databases that end with the run. A tests' database has hundreds of files, which are made and deleted
 * ten times as fast in memory; where there is too little of it, they lie on the disk.
 */
export function fastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
