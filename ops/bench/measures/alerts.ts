import type { AppContext } from '../../../server/src/compose/context.ts';
import { sendAlerts } from '../../../server/src/features/alerts/send-alerts.due.ts';
import { givenMembersWithMoney } from '../fixture.ts';
import { runOn } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

const PEOPLE = 500;
const AT_ONCE = 100;

const WANT = `
INSERT INTO alert_setting (tenant_id, web_account_id, member_account_id, statement)
SELECT tenant_id, id, member_account_id, '{1}' FROM web_account WHERE tenant_id = $1`;
const HAPPEN = `
INSERT INTO alert_event (tenant_id, member_account_id, kind, subject)
SELECT tenant_id, member_account_id, 'statement', 1 FROM web_account WHERE tenant_id = $1`;

/** Measures alerts from the event to the message in the outbox. */
export const measureAlerts: Measurement = async (stage) => {
  const { ctx, database } = await stage.place('few');
  const { hot } = await givenMembersWithMoney(ctx, PEOPLE);
  const { tenantId } = hot.brand;
  await runOn(database.ownerUrl, WANT, [tenantId]);

  return async (note) => {
    await runOn(database.ownerUrl, HAPPEN, [tenantId]);
    const start = performance.now();
    while ((await sendSome(ctx, tenantId)) === 'more') {
      // Until all notifications are queued.
    }
    note('alerts told', PEOPLE / ((performance.now() - start) / 1_000));
  };
};

function sendSome(ctx: AppContext, tenantId: number) {
  if (!('inTransaction' in sendAlerts)) throw new Error('alerts are told in a transaction');
  const { inTransaction } = sendAlerts;
  return ctx.database.transact(tenantId, (tx) =>
    inTransaction(ctx, tx, { tenantId, atOnce: AT_ONCE, plannedAt: ctx.clocks.security.now() }),
  );
}
