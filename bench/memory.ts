import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The garbage collector is visible to a context that is made after the flag only. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

export type MemoryLook = {
  /** Bytes that are still held; what nobody holds any more is collected first. */
  readonly take: () => number;
  /** Milliseconds that the looks took. */
  readonly took: () => number;
};

/** Looks at the memory of this process. How much garbage lies about says nothing of what is kept. */
export function openMemoryLook(): MemoryLook {
  const collect = collector();
  let ms = 0;
  return {
    take() {
      const start = performance.now();
      collect();
      const { heapUsed, external } = process.memoryUsage();
      ms += performance.now() - start;
      return heapUsed + external;
    },
    took: () => ms,
  };
}

export const MEGABYTE = 1_048_576;
