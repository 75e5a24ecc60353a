import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { IDS_A_YEAR } from '../../../server/src/platform/sealed-log/chain.ts';
import { detachPart, dropPart } from '../../../server/src/platform/database/parts.ts';
import { givenMembersWithMoney } from '../fixture.ts';
import { closedLoop, openHttpClient, openWarmUp } from '../load.ts';
import { runOn, settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';
import { percentile } from '../statistics.ts';
import { pay } from './transfers.ts';

const PAYERS = 200;
/** A year that may be dropped; each round drops the next one. */
const FIRST_YEAR = 2001;

const FILL = `
INSERT INTO audit_log (id, tenant_id, at, actor, action, object, outcome, request_id, details)
OVERRIDING SYSTEM VALUE
SELECT $2::bigint + n, $1, make_timestamptz($3, 1, 1, 0, 0, 0) + n * interval '6 seconds', 'web:' || n % 100000,
       'payment.internal', 'transfer:' || n, 'ok', md5(n::text), '{"cents": 100}'
FROM generate_series(1, $4::bigint) AS n`;

/** Measures the wait of transfers, which write audit lines, while a year of the audit log is detached. */
export const measureYears: Measurement = async (stage) => {
  const { ctx, server, database } = await stage.place('few');
  const { seconds, clients, auditRows } = stage.options;
  const members = await givenMembersWithMoney(ctx, PAYERS);
  const { tenantId } = members.hot.brand;
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  stage.defer(() => owner.end());
  const warmUp = openWarmUp();
  let year = FIRST_YEAR - 1;
  return async (note) => {
    year += 1;
    await owner.query('SELECT make_audit_part($1)', [year]);
    await runOn(database.ownerUrl, FILL, [tenantId, BigInt(year) * IDS_A_YEAR, year, auditRows]);
    const payers = await members.signIn();
    const http = openHttpClient(server.baseUrl, clients);
    let turn = 0;
    const transfer = async () => {
      const from = payers[(turn += 1) % payers.length];
      if (from) await pay(http, from, members.hot.accountNumber);
    };
    const p99 = async () => percentile((await closedLoop(clients, seconds, transfer)).latenciesMs, 0.99);
    const asked = { table: 'audit_log', year, nowMs: Date.now() };
    const detach = async () => {
      await pause((seconds * 1_000) / 4);
      const begin = performance.now();
      await detachPart(owner, asked);
      return (performance.now() - begin) / 1_000;
    };
    try {
      await warmUp(clients, transfer);
      await settle(database);
      const before = await p99();
      const [beside, took] = await Promise.all([p99(), detach()]);
      // Measured before and after, because other load on the machine varies.
      const usual = (before + (await p99())) / 2;
      note('transfers, p99', usual);
      note('transfers while a year of audit is detached, p99', beside);
      note('transfers while a year of audit is detached, p99 ÷ usual', beside / usual);
      note('a year of audit is detached', took);
    } finally {
      http.close();
    }
    await dropPart(owner, asked);
  };
};
