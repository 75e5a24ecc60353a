import type { ActivationStep } from '@wattle/contract/activation/activation.ts';

/** Parts of every activation, in their order; each has one step, several or none. */
const PARTS = ['card', 'details', 'checks', 'ready'] as const;
type Place = (typeof PARTS)[number];

/** Part of the progress bar. Its texts are `progress.<part>`. */
export type Part = Place | 'pin';

const PLACE_OF: Readonly<Record<ActivationStep, Place>> = {
  terms: 'details',
  identityVerify: 'details',
  identityAuth: 'details',
  loginOption: 'details',
  login: 'details',
  accessDetails: 'details',
  accountSetup: 'details',
  taxFile: 'details',
  consent: 'checks',
  eKyc: 'checks',
  pin: 'ready',
  confirm: 'ready',
};

export type Progress = {
  readonly parts: readonly Part[];
  /** Index of the current part. */
  readonly at: number;
  /** The next part that asks for something; null at the last one. */
  readonly next: Part | null;
};

type Steps = readonly { readonly Name: ActivationStep; readonly IsDone: boolean }[];

/**
 * The parts of the journey, and the part of a page. Their number is the same for every card and login, so it is known
 * on the first page and never changes; a part that asks for nothing is passed.
 */
export function progressOf(steps: Steps | undefined, page: ActivationStep | 'card'): Progress {
  const nameOf = (place: Place): Part =>
    place === 'ready' && steps?.some(({ Name }) => Name === 'pin') ? 'pin' : place;
  const at = PARTS.indexOf(page === 'card' ? 'card' : PLACE_OF[page]);
  const asksSomething = (place: Place) => !steps || steps.some(({ Name }) => PLACE_OF[Name] === place);
  const next = PARTS.slice(at + 1).find(asksSomething);
  return { parts: PARTS.map(nameOf), at, next: next ? nameOf(next) : null };
}

/** Page to go to instead, if a page belongs to no step of this activation or an earlier step is not done. */
export function elsewhereFrom(steps: Steps, next: ActivationStep | null, page: ActivationStep): ActivationStep | null {
  if (next === null) return null;
  const place = steps.findIndex(({ Name }) => Name === page);
  const at = steps.findIndex(({ Name }) => Name === next);
  const begins = next === 'loginOption' && (page === 'accountSetup' || page === 'login');
  return place >= 0 ? (place <= at || begins ? null : next) : begins ? null : next;
}
