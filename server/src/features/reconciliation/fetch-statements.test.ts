import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../test-support/outside/bank.ts';
import type { AppContext } from '../../compose/context.ts';
import type { PaymentGateway } from '../../outside/gateway/port.ts';
import { readBookStatements } from './read-statements.due.ts';

const bank = await givenBank({}, { WATTLE_STATEMENTS_BY: '11:00' });
const { test, tenantId, newDay, hour } = bank;
afterAll(() => bank.close());

type Said = Awaited<ReturnType<NonNullable<PaymentGateway['statement']>>>;

let answers: (day: string) => Said;
let asked: string[] = [];
let logged: string[] = [];
/** One round of a server whose gateway says its statements. */
async function round(): Promise<void> {
  [asked, logged] = [[], []];
  const note = (_fields: object, text: string) => void logged.push(text);
  const { gateway } = test.ctx.outside;
  if (!gateway || !('outside' in readBookStatements)) throw new Error('no gateway');
  const statement = async (day: string) => {
    asked.push(day);
    return answers(day);
  };
  const ctx: AppContext = {
    ...test.ctx,
    log: { debug: () => {}, info: note, warn: note, error: note },
    outside: { ...test.ctx.outside, gateway: { ...gateway, statement } },
  };
  await readBookStatements.outside(ctx, { tenantId, plannedAt: 0, atOnce: 1, signal: new AbortController().signal });
}
const stored = () =>
  test.ctx.asOwner<{ name: string; closing: string | null; lines: number }>(
    `SELECT name, closing::text, (SELECT count(*)::int FROM book_statement_line l WHERE l.statement_id = s.id) AS lines
       FROM book_statement s WHERE tenant_id = $1 AND account = 'gateway' AND refused IS NULL ORDER BY name`,
    [tenantId],
  );
const nameOf = (day: string) => `${tenantId}-gateway-${day}.statement.csv`;
const file = (day: string, ...rows: readonly string[]): Said => ({
  kind: 'done',
  value: ['date,kind,amount,reference,text', `${day},opening,0.00,,`, ...rows, ''].join('\n'),
});

it('a gateway is asked for yesterday, and from then on for each day until it is there, in their order', async () => {
  newDay();
  hour(9);
  answers = (day) => file(day, `${day},line,-1.90,stripe-fees-${day},Fees`, `${day},closing,-1.90,,`);
  await round();
  const [first = ''] = asked;
  expect(asked).toHaveLength(1);
  expect(await stored()).toEqual([{ name: nameOf(first), closing: '-190', lines: 1 }]);
  await round();
  expect(asked).toEqual([]);

  newDay();
  newDay();
  hour(9);
  answers = () => ({ kind: 'unknown', code: 'http_500' });
  await round();
  const [second = ''] = asked;
  expect(second > first).toBe(true);
  expect(asked).toEqual([second]);
  expect(logged).toContain('a statement cannot be fetched');
  answers = () => ({ kind: 'done', value: null });
  await round();
  expect(asked).toEqual([second]);
  expect(logged).toContain('no longer: a statement cannot be fetched');

  // A day on which nothing moved has balances alone.
  answers = (day) => file(day, `${day},closing,0.00,,`);
  await round();
  expect(asked.length).toBeGreaterThan(1);
  const days = [first, ...asked];
  expect((await stored()).map(({ name, lines }) => [name, lines])).toEqual(
    days.map((day) => [nameOf(day), day === first ? 1 : 0]),
  );
  await round();
  expect(asked).toEqual([]);
});

it('a statement whose balances are not those of its lines is refused, and asked for again', async () => {
  newDay();
  hour(9);
  const before = (await stored()).length;
  answers = (day) => file(day, `${day},line,1.00,ch_1,charge`, `${day},closing,2.00,,`);
  await round();
  expect(logged).toContain('a statement was refused');
  expect(await stored()).toHaveLength(before);
  answers = (day) => file(day, `${day},line,1.00,ch_1,charge`, `${day},closing,1.00,,`);
  await round();
  expect(await stored()).toHaveLength(before + 1);
});
