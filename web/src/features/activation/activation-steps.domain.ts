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
  /** Index of the part at hand. */
  readonly at: number;
  /** False: what comes later depends on the code or on the choice at hand, so `parts` ends here and no total is shown. */
  readonly isWhole: boolean;
};

type Steps = readonly { readonly Name: ActivationStep; readonly IsDone: boolean }[];

/** The parts of the way, and which one a page belongs to. A total that was shown does not change any more. */
export function progressOf(steps: Steps | undefined, page: ActivationStep | 'card'): Progress {
  const parts: Part[] = ['card'];
  for (const { Name } of steps ?? []) if (!parts.includes(PART_OF[Name])) parts.push(PART_OF[Name]);
  const at = page === 'card' ? 0 : Math.max(0, parts.indexOf(PART_OF[page]));
  // A login that one has already asks for fewer parts than a new one.
  const isWhole = steps !== undefined && !steps.some(({ Name, IsDone }) => Name === 'loginOption' && !IsDone);
  return { parts: isWhole ? parts : parts.slice(0, at + 1), at, isWhole };
}

/** Where a page leads instead: it belongs to no step of this activation, or something before it is not done. */
export function elsewhereFrom(steps: Steps, next: ActivationStep | null, page: ActivationStep): ActivationStep | null {
  if (next === null) return null;
  const place = steps.findIndex(({ Name }) => Name === page);
  const at = steps.findIndex(({ Name }) => Name === next);
  const begins = next === 'loginOption' && (page === 'accountSetup' || page === 'login');
  return place >= 0 ? (place <= at || begins ? null : next) : begins ? null : next;
}
