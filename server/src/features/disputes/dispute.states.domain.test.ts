import { DISPUTE_STATES } from '@wattle/contract/disputes/dispute.ts';
import { expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { DISPUTE } from './dispute.states.domain.ts';

it('the state table of disputes allows exactly the transitions of the specification', () => {
  const closed = '–dispute_closed';
  expect(linesOf(DISPUTE, DISPUTE_STATES)).toEqual([
    // In this order: Open NeedsInfo Submitted Resolved Cancelled
    `askBack | staff | NeedsInfo = NeedsInfo ${closed} ${closed}`,
    `answer | cardholder | = Open = ${closed} ${closed}`,
    `submit | staff | Submitted Submitted = ${closed} ${closed}`,
    `resolve | staff | Resolved Resolved Resolved ${closed} ${closed}`,
    `withdraw | cardholder | Cancelled Cancelled Cancelled ${closed} =`,
  ]);
});
