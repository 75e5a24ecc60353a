import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { tryApart } from '../../platform/database/savepoint.ts';
import { countSkipped } from './message-figures.ts';
import type { NoticeTemplate } from './message.types.ts';

/** Subject of a notification for the log: ids and codes only. */
type NoticeSubject = { readonly template?: NoticeTemplate; readonly holderId?: bigint; readonly cause?: string };

/**
 * Notifies one person of one event. If that fails, only the notice is undone: the failure is logged and counted, the
 * transaction continues, and the result is undefined. Throws only where the database is down, so that the whole is
 * retried. `work` must await every statement that it sends (no `later`).
 */
export async function notifyInSavepoint<T>(
  tx: Tx,
  { log }: Pick<AppContext, 'log'>,
  about: NoticeSubject,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const done = await tryApart(tx, work);
  if ('value' in done) return done.value;
  const { template, holderId, cause } = about;
  tx.afterCommit(() => {
    countSkipped(template ?? 'several', 'failed');
    log.error(
      { template, holder: holderId === undefined ? undefined : String(holderId), cause, err: done.error },
      'a notice could not be written',
    );
  });
  return undefined;
}
