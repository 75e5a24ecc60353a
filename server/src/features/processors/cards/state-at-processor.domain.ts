import type { InnerStatus } from '../../card-facts/public.ts';

/** State that a card is to have at its processor. */
export type StateAtProcessor = 'on' | 'off' | 'closed';

type Facts = {
  readonly status: InnerStatus;
  /** Whether it is a card for a single use that was used. A reversal of its purchase gives the use back. */
  readonly isUsedUp: boolean;
};

/** State of a card that its processor hears. `because` names the report that closes it. */
export type Wanted = { readonly state: StateAtProcessor; readonly because?: 'lost' | 'stolen' };

const BY_STATUS = {
  Active: { state: 'on' },
  ActiveOff: { state: 'off' },
  Restricted: { state: 'off' },
  // It works once its holder has activated it.
  NotIssued: { state: 'off' },
  Ordered: { state: 'off' },
  Lost: { state: 'closed', because: 'lost' },
  Stolen: { state: 'closed', because: 'stolen' },
  Replaced: { state: 'closed' },
  Closed: { state: 'closed' },
  // The processor knows the month too.
  Expired: null,
} as const satisfies Readonly<Record<InnerStatus, Wanted | null>>;

/** SQL: the state that a card is to have at its processor; null: the processor hears nothing. */
export function wantedStateIn(card: string): string {
  const cases = Object.entries(BY_STATUS).flatMap(([status, wanted]) =>
    wanted ? [`WHEN '${status}' THEN '${wanted.state}'`] : [],
  );
  const byStatus = `CASE ${card}.status ${cases.join(' ')} END`;
  return `CASE WHEN ${card}.status = 'Closed' AND ${card}.used_by IS NOT NULL THEN 'off' ELSE ${byStatus} END`;
}

/** State that a card is to have at its processor; undefined where the processor hears nothing. */
export function wantedState({ status, isUsedUp }: Facts): Wanted | undefined {
  if (status === 'Closed' && isUsedUp) return { state: 'off' };
  return BY_STATUS[status] ?? undefined;
}
