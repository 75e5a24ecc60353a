import { plainFault } from '../../start/plain-fault.ts';

/** `look`: it works, and someone should look at it. */
export type State = 'passed' | 'look' | 'failed';

/** One line of the check. It holds no secret. */
export type Finding = {
  readonly state: State;
  /** Part that was checked: `Database`, `Card payments`. */
  readonly about: string;
  /** Result and, unless it passed, what to do. */
  readonly words: string;
};

const finding = (state: State) => (about: string, words: string) => ({ state, about, words }) as const;

export const passed = finding('passed');
export const look = finding('look');
export const failed = finding('failed');

/** Findings of a part of the check, whose own fault is one of them. */
export async function findingsOf(about: string, check: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return faultLines(error).map((line) => failed(about, line));
  }
}

/** A fault in lines for the operator. */
export function faultLines(error: unknown): string[] {
  const words = plainFault(error) ?? `it could not be checked: ${error instanceof Error ? error.message : 'a fault'}`;
  return words.split('\n');
}

/** Waits for `work`, and returns `late` if it takes longer. */
export async function within<T>(limitMs: number, work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
