import type Lithic from 'lithic';
import { describe, expect, it } from 'vitest';
import { AT, CONNECTION, FUEL, givenDelivery, TOKEN } from '../../../../test-support/processors/lithic.ts';
import { referenceOf } from '../reference.ts';
import { lithic } from './lithic.ts';

const PURCHASE = referenceOf(9, TOKEN);
const told = (body: object) => lithic.read(givenDelivery(body), CONNECTION);

describe('disputes of Lithic', () => {
  const dispute = (status: Lithic.Dispute['status'], resolution_reason: Lithic.Dispute['resolution_reason'] = null) =>
    ({
      event_type: 'dispute.updated',
      token: 'dispute_sandbox_1',
      amount: 1_500,
      created: AT,
      status,
      resolution_reason,
      transaction_token: TOKEN,
    }) as const;

  it('have a state for every status', () => {
    const expected: Record<Lithic.Dispute['status'], string> = {
      NEW: 'needsInfo',
      PENDING_CUSTOMER: 'needsInfo',
      SUBMITTED: 'submitted',
      REPRESENTMENT: 'submitted',
      PREARBITRATION: 'submitted',
      ARBITRATION: 'submitted',
      CASE_WON: 'won',
      CASE_CLOSED: 'lost',
    };
    for (const [status, state] of Object.entries(expected) as [Lithic.Dispute['status'], string][]) {
      expect(told(dispute(status))).toMatchObject([
        {
          key: 'msg_sandbox_1',
          did: 'disputed',
          dispute: 'dispute_sandbox_1',
          original: PURCHASE,
          state,
          amount: 1_500,
        },
      ]);
    }
    expect(told(dispute('CASE_CLOSED', 'WITHDRAWN'))).toMatchObject([{ state: 'other' }]);
    expect(told({ ...dispute('NEW'), status: 'LOST_IN_POST' })).toMatchObject([{ state: 'other' }]);
  });

  it('that Lithic handles are told event by event', () => {
    const data: Lithic.DisputeV2.Event['data'][] = [
      { type: 'WORKFLOW', stage: 'CLAIM', action: 'OPENED', reason: null, amount: 1_500, disposition: null },
      { type: 'CARDHOLDER_LIABILITY', action: 'PROVISIONAL_CREDIT_GRANTED', amount: 1_500, reason: 'credit' },
      { type: 'FINANCIAL', stage: 'CHARGEBACK', amount: 1_500, polarity: 'CREDIT' },
      { type: 'FINANCIAL', stage: 'REPRESENTMENT', amount: 1_500, polarity: 'DEBIT' },
      { type: 'WORKFLOW', stage: 'CLAIM', action: 'CLOSED', reason: null, amount: null, disposition: 'WON' },
      { type: 'WORKFLOW', stage: 'CLAIM', action: 'CLOSED', reason: null, amount: null, disposition: 'DENIED' },
      { type: 'WORKFLOW', stage: 'CLAIM', action: 'CLOSED', reason: null, amount: null, disposition: 'PARTIALLY_WON' },
    ];
    const body: Lithic.DisputeTransactionUpdatedWebhookEvent = {
      event_type: 'dispute_transaction.updated',
      token: 'dispute_sandbox_2',
      account_token: 'account_sandbox_1',
      card_token: 'card_sandbox_1',
      case_id: null,
      created: AT,
      updated: AT,
      currency: 'AUD',
      disposition: null,
      events: data.map((each, place) => ({ token: `d_${place}`, created: AT, type: each.type, data: each })),
      liability_allocation: {
        denied_amount: 0,
        original_amount: 1_500,
        recovered_amount: 0,
        remaining_amount: 0,
        written_off_amount: 0,
      },
      merchant: FUEL,
      network: 'VISA',
      status: 'OPEN',
      transaction_series: {
        type: 'DISPUTE',
        related_transaction_token: TOKEN,
        related_transaction_event_token: null,
      },
    };
    const states = told(body).map((each) =>
      'did' in each && each.did === 'disputed' ? each.state : 'word' in each && each.word,
    );
    expect(states).toEqual([
      'submitted',
      'dispute CARDHOLDER_LIABILITY',
      'fundsBack',
      'fundsTaken',
      'won',
      'lost',
      'other',
    ]);
    expect(told(body)[0]).toMatchObject({ key: 'd_0', of: TOKEN, original: PURCHASE, amount: 1_500 });
  });
});
