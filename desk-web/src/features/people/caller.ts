import { createStore, useStore } from '@wattle/web/observable.ts';
import { sessionState } from '../../session/session.ts';
import { useNow } from '../../ui/use-now.ts';

/** Ways in which a caller is checked, in the order in which they are asked for. */
export const CALLER_CHECKS = ['born', 'purchase', 'contact', 'document'] as const;
export type CallerCheck = (typeof CALLER_CHECKS)[number];

/** A caller stays checked for as long as a call lasts. */
const LASTS_MS = 30 * 60_000;

type Checks = Readonly<Partial<Record<CallerCheck, string>>>;

/** When each check was passed, by member and person. It is sent with what it was needed for, and kept nowhere else. */
const checked = createStore<ReadonlyMap<string, Checks>>(new Map());

/** Another member has not checked anyone. */
function keyOf(person: string): string {
  const state = sessionState.get();
  return state.status === 'in' ? `${state.session.tenant} ${state.session.name} ${person}` : person;
}

type Caller = {
  /** When each check was passed that still counts. */
  readonly passed: Checks;
  readonly count: number;
  /** `born,purchase`, as a command takes it. */
  readonly asInput: string;
  readonly set: (check: CallerCheck, matches: boolean) => void;
};

/** How the person who calls was checked. */
export function useCaller(person: string): Caller {
  const now = useNow();
  const key = keyOf(person);
  const all = useStore(checked, (map) => map.get(key)) ?? {};
  const still = CALLER_CHECKS.filter((check) => {
    const at = all[check];
    return at !== undefined && Date.parse(now) - Date.parse(at) < LASTS_MS;
  });
  return {
    passed: Object.fromEntries(still.map((check) => [check, all[check]])),
    count: still.length,
    asInput: still.join(','),
    set(check, matches) {
      const { [check]: _, ...others } = checked.get().get(key) ?? {};
      const next = matches ? { ...others, [check]: new Date().toISOString() } : others;
      checked.set(new Map([...checked.get(), [key, next]]));
    },
  };
}
