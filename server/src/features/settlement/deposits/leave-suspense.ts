import { err, ok } from '@wattle/contract/errors.ts';
import { move } from '../../../platform/state-table.domain.ts';
import type { Effect } from '../../payments/public.ts';
import { KEPT, type KeptState } from './kept.states.domain.ts';
import { findKept, saveLeft } from './kept.store.ts';

type Leaving = {
  readonly of: { readonly answerId: string; readonly line: number };
  readonly event: 'release' | 'sendBack';
  readonly by: 'desk' | 'programme';
};

/** Under the lock of the line: money leaves suspense once, to an account or back. */
export function leaveSuspense({ of, event, by }: Leaving): Effect<'not_found', KeptState | undefined> {
  return {
    lock: `keptLine:${of.answerId}:${of.line}`,
    read: async ({ tx, tenantId }) => (await findKept(tx, tenantId, of))?.state,
    decide(state) {
      const moved = state && move(KEPT, { state, event, by });
      if (moved?.kind !== 'changed') return err('not_found');
      return ok({
        state: moved.to,
        write: ({ tx, tenantId }, { transferId }) => saveLeft(tx, tenantId, of, { state: moved.to, transferId }),
        details: { bankAnswer: of.answerId, line: of.line },
      });
    },
  };
}
