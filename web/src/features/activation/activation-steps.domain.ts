import type { ActivationStep } from '@wattle/contract/activation/activation.ts';

/** Part of the progress bar; several steps may share one. Its texts are `progress.<part>`. */
export type Part = 'card' | 'terms' | 'identity' | 'account' | 'tax' | 'agree' | 'verification' | 'pin' | 'ready';

const PART_OF: Readonly<Record<ActivationStep, Part>> = {
  terms: 'terms',
  identityVerify: 'identity',
  identityAuth: 'identity',
  loginOption: 'account',
  login: 'account',
  accessDetails: 'account',
  accountSetup: 'account',
  taxFile: 'tax',
  consent: 'agree',
  eKyc: 'verification',
  pin: 'pin',
  confirm: 'ready',
};

export type Progress = {
  readonly parts: readonly Part[];
  /** Index of the current part. */
  readonly at: number;
  /** False: later parts depend on the code or on the current choice, so `parts` ends here and no total is shown. */
  readonly isWhole: boolean;
};

type Steps = readonly { readonly Name: ActivationStep; readonly IsDone: boolean }[];

/** The parts of the journey, and the part of a page. A total does not change after it was shown. */
export function progressOf(steps: Steps | undefined, page: ActivationStep | 'card'): Progress {
  const parts: Part[] = ['card'];
  for (const { Name } of steps ?? []) if (!parts.includes(PART_OF[Name])) parts.push(PART_OF[Name]);
  const at = page === 'card' ? 0 : Math.max(0, parts.indexOf(PART_OF[page]));
  // An existing login needs fewer parts than a new one.
  const isWhole = steps !== undefined && !steps.some(({ Name, IsDone }) => Name === 'loginOption' && !IsDone);
  return { parts: isWhole ? parts : parts.slice(0, at + 1), at, isWhole };
}

/** Page to go to instead, if a page belongs to no step of this activation or an earlier step is not done. */
export function elsewhereFrom(steps: Steps, next: ActivationStep | null, page: ActivationStep): ActivationStep | null {
  if (next === null) return null;
  const place = steps.findIndex(({ Name }) => Name === page);
  const at = steps.findIndex(({ Name }) => Name === next);
  const begins = next === 'loginOption' && (page === 'accountSetup' || page === 'login');
  return place >= 0 ? (place <= at || begins ? null : next) : begins ? null : next;
}
