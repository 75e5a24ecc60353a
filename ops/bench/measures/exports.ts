import type { AppContext } from '../../../server/src/compose/context.ts';
import { exportOfRangeDocument } from '../../../server/src/features/transactions/export/export.documents.ts';
import type { Session } from '../../../server/src/http/handle.ts';
import { type Cardholder, givenCardholder } from '../fixture.ts';
import { MEGABYTE, openMemoryLook } from '../memory.ts';
import { settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

const ROWS = 100_000;
/** Chunks of the file between two memory samples. */
const LOOK_EVERY = 20;

/** Measures 100,000 rows as Excel and as PDF: duration and memory in use, including garbage. */
export const measureExports: Measurement = async (stage) => {
  const { ctx, database } = await stage.place('few');
  const holder = await givenCardholder(ctx, database.ownerUrl, ROWS);
  return async (note) => {
    await settle(database);
    const excel = await exportOf(ctx, holder, 'xlsx');
    note('an export of 100,000 rows to Excel', excel.seconds);
    const pdf = await exportOf(ctx, holder, 'pdf');
    note('an export of 100,000 rows to PDF', pdf.seconds);
    note('an export of 100,000 rows, more memory', Math.max(excel.memory, pdf.memory));
  };
};

async function exportOf(ctx: AppContext, { card, webAccount }: Cardholder, format: 'xlsx' | 'pdf') {
  const { brand, account } = card;
  const session: Session = {
    id: '00000000-0000-4000-8000-000000000000',
    tenantId: brand.tenantId,
    brandId: brand.id,
    scope: 'password',
    cardId: null,
    webAccountId: webAccount.id,
    holderId: webAccount.holder.id,
    subjectHash: null,
    provedAt: null,
    anyProofAt: null,
  };
  const parameters = { accountNumber: account.accountNumber, fromSequence: 1, toSequence: ROWS, format };
  const call = { parameters: parameters as never, language: 'enAU', session, ctx } as const;
  const before = openMemoryLook().take();
  let most = before;
  const look = () => {
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  let pieces = 0;
  const start = performance.now();
  const { document } = exportOfRangeDocument;
  const found = await ctx.database.read(brand.tenantId, (tx) => document.find({ ...call, tx }));
  if (!found.ok) throw new Error(`nothing is exported: ${found.error}`);
  const { body } = await document.make(found.value, call);
  for await (const piece of body) {
    if (piece.length === 0) throw new Error('an empty piece');
    pieces += 1;
    if (pieces % LOOK_EVERY === 0) look();
  }
  look();
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, memory: (most - before) / MEGABYTE };
}
