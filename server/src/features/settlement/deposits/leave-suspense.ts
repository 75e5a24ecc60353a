import { err, ok } from '@wattle/contract/errors.ts';
import { move } from '../../../platform/state-table.domain.ts';
import type { Effect } from '../../payments/public.ts';
import { SUSPENSE_LINE, type SuspenseEvent, type SuspenseState } from './suspense.states.domain.ts';
import { findSuspense, saveLeft } from './suspense.store.ts';

type Leaving = {
  readonly of: { readonly answerId: string; readonly line: number };
  readonly event: SuspenseEvent;
  readonly by: 'desk' | 'programme' | 'bank';
  /** Returned payment, and whether its account was closed. */
  readonly returned?: { readonly transferId: bigint; readonly isFormerHolder: boolean };
};

/** Checks under the lock of the line that its money leaves suspense once, to an account or back. */
export function leaveSuspense({ of, event, by, returned }: Leaving): Effect<'not_found', SuspenseState | undefined> {
  return {
    lock: `suspenseLine:${of.answerId}:${of.line}`,
    read: async ({ tx, tenantId }) => (await findSuspense(tx, tenantId, of))?.state,
    decide(state) {
      const moved = state && move(SUSPENSE_LINE, { state, event, by });
      if (moved?.kind !== 'changed') return err('not_found');
      return ok({
        state: moved.to,
        write: ({ tx, tenantId }, { transferId }) =>
          saveLeft(tx, tenantId, of, {
            state: returned?.isFormerHolder === true ? 'FormerHolder' : moved.to,
            transferId: returned?.transferId ?? transferId,
          }),
        details: { bankAnswer: of.answerId, line: of.line },
      });
    },
  };
}
