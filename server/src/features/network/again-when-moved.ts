/** The facts of a planned posting changed before its accounts were locked. */
export class Moved extends Error {}

const TRIES = 5;

/** Repeats work in a transaction of its own when its plan was overtaken. */
export async function againWhenMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Moved) || tried === TRIES) throw error;
    }
  }
}
