import { describe, expect, it } from 'vitest';
import { move, type StateTable } from '../src/platform/state-table.domain.ts';

/** Brings an object into a state, causes an event as an actor, and returns the outcome. */
export type Driver<State> = (state: State) => Promise<{
  /** `ok`, or the refusal named by the table. */
  readonly answer: string;
  /** Stored state afterwards. */
  readonly after: State;
  /** Number of audit lines. */
  readonly lines: number;
}>;

type Drivers<State extends string, Event extends string, Actor extends string> = {
  readonly [E in Event]?: { readonly [A in Actor]?: Driver<State> };
};

/**
 * Tests every cell of a table with a driver: every state for each event and actor. A change is stored and audited once,
 * a repeated event is neither, a refusal is audited and changes nothing.
 */
export function testEveryCell<S extends string, E extends string, A extends string, R extends string>(
  table: StateTable<S, E, A, R>,
  states: readonly S[],
  drivers: Drivers<S, E, A>,
): void {
  for (const event of Object.keys(drivers) as E[]) {
    const actors: { readonly [By in A]?: Driver<S> } = drivers[event] ?? {};
    for (const by of Object.keys(actors) as A[]) {
      describe(`${event} by ${by}`, () => {
        it.each(states)('in state %s', async (state) => {
          const cell = move(table, { state, event, by });
          const outcome = await actors[by]?.(state);
          if (cell.kind === 'changed') expect(outcome).toEqual({ answer: 'ok', after: cell.to, lines: 1 });
          else if (cell.kind === 'done') expect(outcome).toEqual({ answer: 'ok', after: state, lines: 0 });
          else expect(outcome).toEqual({ answer: cell.error, after: state, lines: 1 });
        });
      });
    }
  }
}

/**
 * Table as text, for comparison with a handwritten one: a line for each event with its actors and the resulting states,
 * in the order of the states (`=` means no change, `–` and a name mean a refusal).
 */
export function linesOf<S extends string, E extends string, A extends string, R extends string>(
  table: StateTable<S, E, A, R>,
  states: readonly S[],
): string[] {
  return (Object.keys(table) as E[]).map((event) => {
    const { may, in: cells } = table[event];
    const actors = (Object.keys(may) as A[]).filter((actor) => may[actor] === true);
    const outcomes = states.map((state) => {
      const cell = cells[state];
      if (cell.kind === 'changed') return cell.to;
      return cell.kind === 'done' ? '=' : `–${cell.error}`;
    });
    return `${event} | ${actors.join(' ')} | ${outcomes.join(' ')}`;
  });
}
