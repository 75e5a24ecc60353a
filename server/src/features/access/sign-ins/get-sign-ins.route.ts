import { getSignIns } from '@wattle/contract/access/sign-ins/get-sign-ins.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { toInstant } from '../../../platform/database.ts';
import { webAccountOf } from '../sign-in/current-password.ts';
import { deviceWords } from './device-words.domain.ts';
import { listSignIns } from './sign-ins.store.ts';

export const getSignInsRoute = handleRead(getSignIns, async ({ tx, ctx, session }) => {
  const who = { tenantId: session.tenantId, webAccountId: webAccountOf(session) };
  const rows = await listSignIns(tx, who, {
    nowMs: ctx.clocks.security.now(),
    idleMs: ctx.config.session.idleMs,
  });
  const isCurrent = ({ id }: { readonly id: string }) => id === session.id;
  const ordered = [...rows.filter(isCurrent), ...rows.filter((row) => !isCurrent(row))];
  return ok({
    SignIns: ordered.map((row) => {
      const { browser, system, isPhone } = deviceWords(row.user_agent);
      return {
        Id: row.id,
        Browser: browser,
        System: system,
        IsPhone: isPhone,
        SignedInAt: toInstant(row.created_at),
        LastActiveAt: toInstant(row.last_active_at),
        IsCurrent: isCurrent(row),
      };
    }),
  });
});
