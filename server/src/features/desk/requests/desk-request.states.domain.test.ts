import { expect, it } from 'vitest';
import { linesOf } from '../../../../test-support/state-matrix.ts';
import { DESK_REQUEST, DESK_REQUEST_STATES } from './desk-request.states.domain.ts';

it('a request goes where the desk says', () => {
  const decided = '–already_decided';
  const after = `${decided} –request_expired ${decided} ${decided}`;
  expect(linesOf(DESK_REQUEST, DESK_REQUEST_STATES)).toEqual([
    // In this order: Requested Approved Refused Expired Done Failed
    `approve | decider | Approved ${decided} ${after}`,
    `refuse | asker decider | Refused ${decided} ${after}`,
    `expire | programme | Expired ${decided} ${after}`,
    `finish | programme | –not_permitted Done ${after}`,
    `fail | programme | –not_permitted Failed ${after}`,
  ]);
});
