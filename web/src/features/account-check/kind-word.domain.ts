import type { WaitingKind } from '@wattle/contract/account-check/account-check.ts';

const ONCE = 21;

/** Picks the noun for a pending payment: a schedule runs once or regularly. */
export function kindWord({
  Kind,
  Frequency,
}: {
  readonly Kind: WaitingKind;
  readonly Frequency: number | null;
}): 'payment' | 'topUp' | 'once' | 'regular' {
  if (Kind !== 'schedule') return Kind;
  return Frequency === ONCE ? 'once' : 'regular';
}
