import type Lithic from 'lithic';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { CONNECTION } from '../../../../test-support/processors/lithic.ts';
import type { OutsideOutcome } from '../../outcome.ts';
import { referenceOf } from '../reference.ts';
import { settledBetween } from '../sandbox/fake-settlement.ts';
import { emptyState, openDesk } from '../sandbox/sandbox.ts';
import { detailOf, summaryOf } from './sandbox-settlement.ts';
import { lithicSettlements } from './settlement.ts';

/** The official library's types stand for what Lithic sends. Values of the first one are those of its description. */
const DETAIL: Lithic.SettlementDetail = {
  account_token: '6c25d6a4-4ff3-46f0-8f9b-f2cbb7e20e09',
  card_program_token: '62135b36-324f-443a-a630-bab38fe86868',
  card_token: '047298ea-5789-46e4-95fa-154aeeab6af3',
  created: '2023-06-17T13:00:29.979106',
  currency: 'USD',
  disputes_gross_amount: 0,
  event_tokens: ['8fce9192-41ff-4a7a-8359-bd33b3e0a7c9'],
  institution: '00001',
  interchange_fee_extended_precision: -70_000,
  interchange_gross_amount: -7,
  network: 'VISA',
  other_fees_details: {},
  other_fees_gross_amount: 0,
  report_date: '2023-06-16',
  settlement_date: '2023-06-16',
  token: 'e34a817f-119d-4976-9fb3-8b020b8bbec3',
  transaction_token: '0e98152b-3753-4a17-bfe2-c6f575c83b85',
  transactions_gross_amount: 1900,
  type: 'CLEARING',
  updated: '2023-06-17T13:00:29.979106',
};
const PART: Lithic.SettlementSummaryDetails = {
  currency: 'USD',
  disputes_gross_amount: 0,
  institution: '00001',
  interchange_gross_amount: -7,
  network: 'MASTERCARD',
  other_fees_gross_amount: 0,
  settled_net_amount: 1893,
  transactions_gross_amount: 1900,
};
const REPORT: Lithic.SettlementReport = {
  created: '2023-06-01T00:00:00',
  currency: 'USD',
  details: [PART],
  disputes_gross_amount: 0,
  interchange_gross_amount: -7,
  is_complete: true,
  other_fees_gross_amount: 0,
  report_date: '2023-06-01',
  settled_net_amount: 1893,
  transactions_gross_amount: 1900,
  updated: '2023-06-01T00:00:00',
};
const page = (data: readonly Lithic.SettlementDetail[], hasMore = false) => [200, { data, has_more: hasMore }] as const;

function given(currency: string, ...answers: (readonly [status: number, body: object])[]) {
  const asked: string[] = [];
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<OutsideOutcome<T>> => {
    asked.push(path);
    const [status, body] = answers.shift() ?? [500, {}];
    return status === 200 ? { kind: 'done', value: schema.parse(body) } : { kind: 'refused', code: `http_${status}` };
  };
  return { asked, settlements: lithicSettlements(get, { ...CONNECTION, currency }) };
}

describe('a settlement of the sandbox', () => {
  const NOW = Date.parse('2026-11-21T08:00:00Z');
  const desk = openDesk(emptyState<never>(), NOW - 86_400_000);
  desk.settle({ id: 'e1', of: 't1', as: 'purchase', cents: -4_000, currency: 'AUD' });
  desk.settle({ id: 'e2', of: 't1', as: 'purchase', cents: 500, currency: 'AUD' });
  desk.settle({ id: 'e3', of: 'dispute_1', as: 'dispute', cents: 700, currency: 'AUD' });
  desk.settle({ id: 'e4', of: 't2', as: 'purchase', cents: -9_900, currency: 'USD' });
  const settled = settledBetween(desk, { fromMs: 0, toMs: NOW }, 'right');

  it('has every documented field, and amounts that the programme pays', () => {
    const details: Lithic.SettlementDetail[] = settled.map((one) => detailOf(one, '2026-11-20'));
    expect(
      details.map((one) => [one.transactions_gross_amount, one.interchange_gross_amount, one.disputes_gross_amount]),
    ).toEqual([
      [4000, -20, 0],
      [-500, 3, 0],
      [0, 0, -700],
    ]);
    const report: Lithic.SettlementReport = summaryOf(
      settled.map((one) => detailOf(one, '2026-11-20')),
      '2026-11-20',
      true,
    );
    // 40.00 − 5.00 − 0.20 + 0.03 − 7.00
    expect([report.settled_net_amount, report.details[0]?.settled_net_amount]).toEqual([2783, 2783]);
  });
});

const ofEvent = (token: string) => referenceOf(CONNECTION.id, token);

describe('a settlement of Lithic', () => {
  it('is what the programme pays: a purchase below zero and interchange above, as its description has them', async () => {
    const { settlements, asked } = given('USD', [200, REPORT], page([DETAIL]));
    expect(await settlements.read('2023-06-16')).toEqual({
      kind: 'done',
      value: {
        net: -1893,
        lines: [
          {
            id: '8fce9192-41ff-4a7a-8359-bd33b3e0a7c9',
            as: 'cleared',
            references: [ofEvent('8fce9192-41ff-4a7a-8359-bd33b3e0a7c9')],
            cents: -1900,
          },
          { id: 'e34a817f-119d-4976-9fb3-8b020b8bbec3', as: 'interchange', references: [], cents: 7 },
        ],
      },
    });
    expect(asked).toEqual([
      'reports/settlement/summary/2023-06-16',
      'reports/settlement/details/2023-06-16?page_size=100',
    ]);
    expect([settlements.zone, settlements.paysNet]).toEqual(['UTC', true]);
  });

  it('has refunds, disputes and fees apart, and each event that a line settles', async () => {
    const detail = { ...DETAIL, currency: 'AUD', interchange_gross_amount: 0 };
    const { settlements } = given(
      'AUD',
      [200, { ...REPORT, details: [{ ...PART, currency: 'AUD', settled_net_amount: 600 }] }],
      page([
        { ...detail, token: 'd1', event_tokens: ['e1', 'e2'], transactions_gross_amount: 3000 },
        { ...detail, token: 'd2', event_tokens: ['e3'], transactions_gross_amount: -500 },
        { ...detail, token: 'd3', type: 'FINANCIAL', event_tokens: ['e4'], transactions_gross_amount: 200 },
        {
          ...detail,
          token: 'd4',
          type: 'CHARGEBACK',
          event_tokens: [],
          transaction_token: 'dispute_1',
          transactions_gross_amount: 0,
          disputes_gross_amount: -2150,
        },
        {
          ...detail,
          token: 'd5',
          type: 'FEE',
          event_tokens: [],
          transaction_token: null,
          transactions_gross_amount: 0,
          other_fees_gross_amount: 50,
          fee_description: 'INTERCHANGE COMPLIANCE ADJUSTMENT',
        },
      ]),
    );
    const read = await settlements.read('2026-11-20');
    expect(read).toEqual({
      kind: 'done',
      value: {
        net: -600,
        lines: [
          { id: 'e1', as: 'cleared', references: [ofEvent('e1'), ofEvent('e2')], cents: -3000 },
          { id: 'e3', as: 'refunded', references: [ofEvent('e3')], cents: 500 },
          // One message that both asks and pays has the money under the reference of its payment.
          { id: 'e4', as: 'cleared', references: [ofEvent('e4'), ofEvent('e4/paid')], cents: -200 },
          { id: 'dispute_1', as: 'disputed', references: ['dispute_1'], cents: 2150 },
          { id: 'd5', as: 'fee', references: [], cents: -50 },
        ],
      },
    });
  });

  it('is read page by page, with one look at the summary', async () => {
    const detail = { ...DETAIL, currency: 'AUD' };
    const { settlements, asked } = given(
      'AUD',
      [200, { ...REPORT, details: [{ ...PART, currency: 'AUD', settled_net_amount: 3786 }] }],
      page([{ ...detail, token: 'd1' }], true),
      page([{ ...detail, token: 'd2' }]),
    );
    expect(await settlements.read('2026-11-20')).toMatchObject({ kind: 'done', value: { net: -3786, next: 'd1' } });
    const second = await settlements.read('2026-11-20', 'd1');
    expect(second.kind === 'done' && [second.value.next, second.value.net]).toEqual([undefined, undefined]);
    expect(asked.slice(1)).toEqual([
      'reports/settlement/details/2026-11-20?page_size=100',
      'reports/settlement/details/2026-11-20?page_size=100&starting_after=d1',
    ]);
  });

  it.each<readonly [string, readonly (readonly [number, object])[], OutsideOutcome<never>]>([
    ['there is no report', [[404, {}]], { kind: 'pending' }],
    ['it is not complete', [[200, { ...REPORT, is_complete: false }]], { kind: 'pending' }],
    ['it is refused', [[401, {}]], { kind: 'refused', code: 'http_401' }],
    ['its total is in another currency', [[200, REPORT]], { kind: 'refused', code: 'currency' }],
    [
      'a line is in another currency',
      [[200, { ...REPORT, details: [] }], page([DETAIL])],
      { kind: 'refused', code: 'currency' },
    ],
  ])('is not taken where %s', async (_, answers, outcome) => {
    const { settlements, asked } = given('AUD', ...answers);
    expect(await settlements.read('2026-11-20')).toEqual(outcome);
    expect(asked).toHaveLength(answers.length);
  });
});
