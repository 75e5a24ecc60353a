/** The facts of a planned posting changed before its accounts were locked. */
export class Moved extends Error {}

const TRIES = 5;

/** Repeats work in a separate transaction if its plan was outdated. */
export async function againWhenMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Moved) || tried === TRIES) throw error;
    }
  }
}
