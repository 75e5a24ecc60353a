import type { AppContext } from '../../compose/context.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { QueuedJob, RecurringJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { queueLetter } from '../activation/public.ts';
import { findBrandById } from '../brands/public.ts';
import { loadKind, type LoadType } from '../desk-loads/public.ts';
import { checkRow, issueRow, openingOf } from '../issuing/public.ts';
import { countRows, eraseBefore, findPeopleFile, type PeopleFile, saveFileState } from './people-file.store.ts';
import { cellsOf, listRows, type RowEnd, saveEnd, type StoredRow } from './people-row.store.ts';

/** No money is named for a file without opening balances. */
type FileToAdd = { readonly file: string; readonly actor: string; readonly money?: LoadType | undefined };

export const PEOPLE_TO_ADD: Queue<FileToAdd> = { name: 'people-files.add', clock: 'security' };

/** Rows whose hashes are computed in parallel. */
const AT_ONCE = 8;
/** Groups of one turn, after which other work has its turn. */
const GROUPS = 25;

/**
 * Adds the good rows of an approved file. Each row commits by itself and is known by its reference, so a server that
 * was stopped goes on where it was.
 */
export const addPeople: QueuedJob<AppContext, FileToAdd> = {
  queue: PEOPLE_TO_ADD,
  atOnce: 1,
  async outside(ctx, { tenantId, payload, signal }) {
    const fileId = BigInt(payload.file);
    const file = await ctx.database.read(tenantId, (tx) => findPeopleFile(tx, tenantId, fileId));
    if (file?.state !== 'Adding') return () => Promise.resolve('done');
    const of = { tenantId, fileId };
    for (let group = 0; group < GROUPS && !signal.aborted; group += 1) {
      const rows = await ctx.database.read(tenantId, (tx) => listRows(tx, of, ['Good'], AT_ONCE));
      const ends = await Promise.all(rows.map((row) => addRow(ctx, file, row, { tenantId, ...payload })));
      const isLast = rows.length < AT_ONCE;
      await ctx.database.transact(tenantId, async (tx) => {
        for (const end of ends) await saveEnd(tx, of, end);
        if (isLast || group === GROUPS - 1) await countRows(tx, tenantId, fileId);
      });
      if (!isLast) continue;
      return async (tx) => {
        await saveFileState(tx, tenantId, fileId, 'Done', ctx.clocks.business.now());
        return 'done';
      };
    }
    return () => Promise.resolve({ againAt: ctx.clocks.security.now() });
  },
};

type By = Pick<FileToAdd, 'actor' | 'money'> & { readonly tenantId: number };

async function addRow(ctx: AppContext, file: PeopleFile, row: StoredRow, by: By): Promise<RowEnd> {
  const { number } = row;
  const { tenantId, actor } = by;
  const brand = await findBrandById(ctx, file.brand_id);
  const cells = cellsOf(ctx.secrets, { tenantId, fileId: file.id }, row);
  if (!brand || !cells) throw new Error('a row that is added has its values');
  const today = dayAt(ctx.clocks.business.now());
  const reading = { today, country: brand.settings.DefaultCountry, days: file.days ?? undefined };
  // A day may have passed since it was checked.
  const checked = checkRow(cells, reading);
  if (!checked.ok) return { number, findings: checked.findings };
  const outcome = await issueRow(
    ctx,
    { tenantId, brandId: file.brand_id },
    checked.row,
    actor,
    checked.row.letter === 'yes' ? (tx, letter) => queueLetter(tx, ctx, { tenantId, ...letter }) : undefined,
  );
  if (!outcome.ok) return { number, findings: outcome.findings };
  const amount = openingOf(checked.row);
  const loaded = amount > 0n && { reference: checked.row.reference, account: outcome.card.account, amount };
  return { number, cardId: outcome.card.id, unloaded: loaded ? await load(ctx, by, loaded) : undefined };
}

/**
 * Loads the opening balance of a row, and answers why it could not. The key is the reference of the row, so that neither
 * a server that was stopped in between nor another file with the same row loads it twice.
 */
async function load(
  ctx: AppContext,
  { tenantId, money }: By,
  { reference, account, amount }: { readonly reference: string; readonly account: string; readonly amount: bigint },
) {
  if (!money) throw new Error('a file with opening balances says where they come from');
  const input = { accountNumber: account, amount, type: money };
  const loaded = await ctx.payments.submit({
    tenantId,
    kind: loadKind,
    key: `opening:${reference}`,
    actor: 'desk',
    input,
  });
  if (loaded.ok) return undefined;
  const why = loaded.error === 'outside_load_limits' ? 'the account may not have as much' : loaded.error;
  return { field: 'opening', reason: `was not loaded: ${why}` };
}

/** Time for which values of rows are kept after their file was sent. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Erases the values of rows of old files, and drops files that no one has asked for. */
export const erasePeopleFiles: RecurringJob<AppContext> = {
  name: 'people-files.erase',
  clock: 'business',
  scope: 'tenant',
  when: { dailyAt: ['03:35'] },
  atOnce: 10,
  async inTransaction(_ctx, tx, { tenantId, plannedAt, atOnce }) {
    const hasMore = await eraseBefore(tx, tenantId, {
      before: plannedAt - KEPT_DAYS * DAY_MS,
      now: plannedAt,
      most: atOnce,
    });
    return hasMore ? 'more' : 'done';
  },
};

export const peopleFileJobs = [addPeople, erasePeopleFiles] as const;
