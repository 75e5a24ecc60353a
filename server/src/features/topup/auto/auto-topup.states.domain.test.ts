import { expect, it } from 'vitest';
import { linesOf } from '../../../../test-support/state-matrix.ts';
import { AUTO_TOPUP, AUTO_TOPUP_STATES } from './auto-topup.states.domain.ts';
import { DIRECT_DEBIT, DIRECT_DEBIT_STATES } from './direct-debit.states.domain.ts';

it('an automatic top-up follows its table of states', () => {
  const over = '–auto_topup_cancelled';
  const no = '–auto_topup_refused';
  // Pending, Active, Retry, Expired, Cancelled
  expect(linesOf(AUTO_TOPUP, AUTO_TOPUP_STATES)).toEqual([
    `activate | person bank | Active = = ${no} ${over}`,
    `changeAmounts | person | = = = ${no} ${over}`,
    `changeBank | person | Pending Pending Pending Pending ${over}`,
    `cancel | person desk | Cancelled Cancelled Cancelled Cancelled ${over}`,
    'lapse | programme | Cancelled = = = =',
    'returnDeposit | bank | Cancelled Cancelled Cancelled Cancelled =',
    'refer | bank | = Retry Retry = =',
    'fail | bank | = Expired Expired = =',
    'credit | programme | = = Active = =',
    'takeBack | bank | Cancelled Cancelled Cancelled Cancelled =',
    'lose | bank | Expired Expired Expired = =',
  ]);
});

it('a direct debit follows its table of states', () => {
  const early = '–file_judged';
  const gone = '–not_found';
  // Made, Sent, Collected, Credited, Returned, TakenBack, Dropped
  expect(linesOf(DIRECT_DEBIT, DIRECT_DEBIT_STATES)).toEqual([
    `send | programme | Sent = = = = = ${gone}`,
    `collect | bank | Collected Collected = = = = ${gone}`,
    `release | bank | Made Made ${early} ${early} ${early} ${early} ${gone}`,
    `credit | programme | ${gone} ${gone} Credited ${gone} ${gone} ${gone} ${gone}`,
    `comeBack | bank | ${gone} ${gone} Returned TakenBack ${gone} ${gone} ${gone}`,
    `drop | programme | Dropped ${early} ${early} ${early} ${gone} ${gone} =`,
    `settle | bank | ${gone} Credited ${gone} ${gone} ${gone} ${gone} ${gone}`,
    `refuse | bank | ${gone} Returned ${gone} ${gone} ${gone} ${gone} ${gone}`,
  ]);
});
