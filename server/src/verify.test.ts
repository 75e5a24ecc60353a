import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenLedger, TENANT } from '../test-support/ledger.ts';
import type { TestLedger } from '../test-support/ledger.ts';
import { audit } from './platform/audit.ts';
import { sealAudit } from './platform/audit-seal.ts';
import { realClock } from './platform/clock.ts';
import { verify } from './verify.ts';

describe('verify', () => {
  let given: TestLedger;
  let lines: string[];
  beforeEach(async () => {
    given = await givenLedger();
    lines = [];
    await given.givenAccount(1_234n);
    await given.database.transact(TENANT, (tx) =>
      audit(
        tx,
        { business: realClock, security: realClock },
        { tenantId: TENANT, actor: 'system', action: 'seen', outcome: 'ok' },
      ),
    );
    await sealAudit(given.database);
  });
  afterEach(() => given.close());

  const run = () => verify(given.ownerUrl, (line) => lines.push(line));

  it('finds nothing in sound books, and says what it looked at', async () => {
    expect(await run()).toEqual({ ok: true });
    expect(lines.join('\n')).not.toContain('✗');
    expect(lines).toContain('  1 lines sealed, 0 waiting for the sealer');
    expect(lines.at(-1)).toBe('Everything holds.');
  });

  it('names the account whose balance was changed behind the ledger', async () => {
    const account = await given.givenAccount(500n);
    await given.asOwner('UPDATE ledger_account SET balance = balance + 1 WHERE id = $1', [account]);
    expect(await run()).toEqual({ ok: false });
    expect(lines.filter((line) => line.includes('✗')).join('\n')).toContain(`account ${account}`);
  });

  it('names the line of the audit log that was changed', async () => {
    await given.asOwner("UPDATE audit_log SET actor = 'nobody'");
    expect(await run()).toEqual({ ok: false });
    expect(lines.join('\n')).toMatch(/✗ audit: tenant 1, seal 1: line \d+ was changed/);
  });

  it('refuses the application\u2019s connection, which sees one tenant only', async () => {
    await expect(verify(given.url, () => {})).rejects.toThrow('owner');
  });
});
