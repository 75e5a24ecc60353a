import { writeDirectEntry } from '../../src/features/settlement/formats/direct-entry.domain.ts';
import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenTenant } from '../factories.ts';

const stateOf = async ({ ctx }: TestApp, sql: string, values: readonly unknown[]): Promise<string> =>
  JSON.stringify(await ctx.asOwner(sql, values));

const LOOK = { roles: ['viewer', 'agent', 'manager'], needsApproval: false, elsewhere: 'no rows' } as const;
const TWO = { roles: ['agent', 'manager'], needsApproval: true, elsewhere: 'not_found' } as const;

const SENDER = {
  institution: 'TST',
  userName: 'Wattle',
  userId: '000000',
  description: 'Payments',
  bsb: '000-001',
  accountNumber: '1',
  hasContra: true,
} as const;

/** A file that the bank has and the ledger lacks. */
async function givenSentFile(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  const name = `${tenantId}-de-20261120-1.aba`;
  const text = writeDirectEntry(SENDER, '2026-11-20', [
    {
      bsb: '000101',
      accountNumber: '44172208',
      name: 'Jordan Blake',
      reference: 'Bond',
      remitter: 'Amelia',
      cents: 1n,
    },
  ]);
  await test.ctx.outside.bank.outgoing.put(name, Buffer.from(text, 'latin1'));
  return {
    tenantId,
    input: { file: name },
    state: () => stateOf(test, 'SELECT name, line FROM bank_has_line WHERE tenant_id = $1', [tenantId]),
    marked: ['44172208'],
  };
}

/** A programme of a restored instance. */
async function givenHeld(test: TestApp): Promise<DeskSample> {
  const { id: tenantId } = await givenTenant(test.ctx);
  await test.ctx.asOwner(
    "INSERT INTO instance_hold (tenant_id, held_at, restored_to) VALUES ($1, '2026-11-20T02:00Z', '2026-11-20T01:00Z')",
    [tenantId],
  );
  return {
    tenantId,
    input: { messages: 'drop' },
    state: () => stateOf(test, 'SELECT released_at FROM instance_hold WHERE tenant_id = $1', [tenantId]),
    marked: [],
  };
}

type Given = (test: TestApp) => Promise<DeskSample>;

/** A listed item, for a command without input. */
const listed =
  (given: Given): Given =>
  async (test) => ({ ...(await given(test)), input: {} });

/** Samples of the commands about a restored instance. */
export const RESTORED_SAMPLES: Readonly<Record<string, Sample>> = {
  'sent-files': { ...LOOK, given: listed(givenSentFile) },
  'take-sent-file': { ...TWO, given: givenSentFile },
  held: { ...LOOK, given: listed(givenHeld) },
  'release-instance': { ...TWO, given: givenHeld },
};
