import { COMPLAINT_STATES } from '@wattle/contract/complaints/complaint.ts';
import { expect, it } from 'vitest';
import { linesOf } from '../../../test-support/state-matrix.ts';
import { COMPLAINT } from './complaint.states.domain.ts';

it('the state table of complaints allows exactly these transitions', () => {
  const no = '–complaint_closed';
  expect(linesOf(COMPLAINT, COMPLAINT_STATES)).toEqual([
    // In this order: Received Working Answered WithAfca Closed Withdrawn
    `acknowledge | staff | Working = ${no} ${no} ${no} ${no}`,
    `write | complainant | = = Working = ${no} ${no}`,
    `answer | staff | Answered Answered ${no} ${no} ${no} ${no}`,
    `settle | complainant staff | Closed Closed Closed Closed = ${no}`,
    `withdraw | complainant staff | Withdrawn Withdrawn Withdrawn Withdrawn ${no} =`,
    'refer | staff | WithAfca WithAfca WithAfca = WithAfca WithAfca',
    `reopen | staff | = = Working ${no} Working Working`,
  ]);
});
