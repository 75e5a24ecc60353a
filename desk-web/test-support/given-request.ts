import type { RowOf } from '../src/calls/commands.ts';

/** A request that waits for a second person: Omar asks to load $500.00. */
export const LOAD_REQUEST: RowOf<'requests'> = {
  request: '41',
  state: 'Requested',
  command: 'load',
  object: 'account:3',
  amount: '500.00',
  input: 'account=200100017 amount=500.00',
  reason: 'Salary sent to the wrong programme',
  askedBy: 'omar',
  askedByName: 'Omar Aziz',
  askedByRole: 'agent',
  askerAddedBy: '',
  askerAddedAt: '',
  isOwn: false,
  askedAt: '2026-11-25T22:58:00.000Z',
  expiresAt: new Date(Date.now() + 23.5 * 3_600_000).toISOString(),
  decidedBy: '',
  decidedByName: '',
  decidedAt: '',
  approvedBefore: '',
  outcome: '',
  reference: '',
  next: '',
  isListed: false,
  attachments: 0,
};
