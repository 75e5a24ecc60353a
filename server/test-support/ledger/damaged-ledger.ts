import { accepted, AT, freshKey, givenLedger, TENANT } from './ledger.ts';
import type { TestLedger } from './ledger.ts';

/**
 * Payer: +1000, −300 to the payee, a hold of 200 captured for 150, an open hold of 110 reduced to 40
 * and added to up to 100, a hold of 50 reduced to 20 and voided. So it has 3 entries, a balance of
 * 550, and 100 held. Between others, 70 go from the bank to the scheme and back.
 */
export async function givenHistory() {
  const given = await givenLedger();
  const { ledger } = given;
  const [payer, payee] = [await given.givenAccount(1_000n), await given.givenAccount(0n)];
  const hold = (amount: bigint) => ({
    tenantId: TENANT,
    key: freshKey(),
    account: payer,
    amount,
    placedAt: AT,
    expiresAt: AT,
  });
  const history = await given.during(async (tx) => {
    const payment = accepted(await ledger.post(tx, given.transfer({ debit: payer, credit: payee, amount: 300n })));
    const captured = accepted(await ledger.placeHold(tx, hold(200n)));
    const clearing = { tenantId: TENANT, key: freshKey(), code: 1, effectiveAt: AT, postedAt: AT } as const;
    accepted(await ledger.captureHold(tx, { ...clearing, hold: captured.id, amount: 150n, credit: given.scheme }));
    const open = accepted(await ledger.placeHold(tx, hold(110n)));
    const reduced = { tenantId: TENANT, hold: open.id, keep: 40n, at: AT, because: 'voided' } as const;
    accepted(await ledger.releaseHold(tx, reduced));
    accepted(await ledger.addToHold(tx, { tenantId: TENANT, key: freshKey(), hold: open.id, amount: 60n, at: AT }));
    const voided = accepted(await ledger.placeHold(tx, hold(50n)));
    for (const keep of [20n, 0n]) {
      const release = { tenantId: TENANT, hold: voided.id, keep, at: AT, because: 'voided' } as const;
      accepted(await ledger.releaseHold(tx, release));
    }
    const wrong = given.transfer({ debit: given.bank, credit: given.scheme, amount: 70n });
    const reversed = accepted(await ledger.post(tx, wrong));
    accepted(await ledger.reverse(tx, { ...wrong, key: freshKey(), transfer: reversed.id }));
    return {
      payer,
      payee,
      reversed: reversed.id,
      payment: payment.id,
      captured: captured.id,
      open: open.id,
      voided: voided.id,
    };
  });
  return { given, history };
}

export type History = Awaited<ReturnType<typeof givenHistory>>['history'];

/** As a superuser who disables foreign keys and constraints. */
export async function damage(given: TestLedger, sql: string): Promise<void> {
  await given.asOwner(`
    SET session_replication_role = replica;
    ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_floor CASCADE;
    ALTER TABLE transfer DROP CONSTRAINT transfer_pkey CASCADE;
    ALTER TABLE transfer DROP CONSTRAINT transfer_key;
    DROP INDEX transfer_debit, transfer_credit;
    ALTER TABLE hold_event DROP CONSTRAINT hold_event_resolved_once CASCADE;
    ${sql}`);
}

/** Name and SQL of a damage, with every invariant that it breaks. */
export type Damage = readonly [string, (h: History) => string, readonly string[]];

/** Names of the invariants that verify reports as broken after a damage. */
export async function brokenBy(sql: Damage[1]): Promise<readonly string[]> {
  const { given, history } = await givenHistory();
  try {
    await damage(given, sql(history));
    const report = await given.verify();
    return report.ok ? [] : [...report.broken.keys()].toSorted();
  } finally {
    await given.close();
  }
}
