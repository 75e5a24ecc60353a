/** Effect of an event in a state. */
export type Move<State, Refusal> =
  | { readonly kind: 'changed'; readonly to: State }
  /** Already in the requested state. A repeated request succeeds and writes nothing. */
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly error: Refusal };

export type EventRow<State extends string, Actor extends string, Refusal extends string> = {
  /** True, or the refusal for this actor. */
  readonly may: Readonly<Record<Actor, true | Refusal>>;
  readonly in: Readonly<Record<State, Move<State, Refusal>>>;
};

/**
 * Events, their permitted actors, and the transition in each state. The records are keyed by unions, so the
 * compiler requires every cell; `server/test-support/state-matrix.ts` tests every one.
 */
export type StateTable<State extends string, Event extends string, Actor extends string, Refusal extends string> = {
  readonly [E in Event]: EventRow<State, Actor, Refusal>;
};

export const DONE = { kind: 'done' } as const;

export function to<State extends string>(state: State): { readonly kind: 'changed'; readonly to: State } {
  return { kind: 'changed', to: state };
}

export function refused<Refusal extends string>(error: Refusal): { readonly kind: 'refused'; readonly error: Refusal } {
  return { kind: 'refused', error };
}

/** The transition when an actor causes an event in a state. */
export function move<State extends string, Event extends string, Actor extends string, Refusal extends string>(
  table: StateTable<State, Event, Actor, Refusal>,
  { state, event, by }: { readonly state: State; readonly event: Event; readonly by: Actor },
): Move<State, Refusal> {
  const row = table[event];
  const may: true | Refusal = row.may[by];
  return typeof may === 'string' ? refused(may) : row.in[state];
}
