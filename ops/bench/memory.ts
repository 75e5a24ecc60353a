import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Only contexts created after the flag expose the garbage collector. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

export type MemoryLook = {
  /** Bytes still referenced, after a garbage collection. */
  readonly take: () => number;
  /** Time taken by the samples in ms. */
  readonly took: () => number;
};

/** Samples the referenced memory of this process. Garbage does not count. */
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
