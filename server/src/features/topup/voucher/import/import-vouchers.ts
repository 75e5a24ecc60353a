import type { AppContext } from '../../../../compose/context.ts';
import { audit } from '../../../../platform/sealed-log/audit.ts';
import { dayAt } from '../../../../platform/time/clock.ts';
import { hashVoucherCode } from '../voucher-code.ts';
import { readVoucherFile } from './voucher-file.ts';
import { addImport, findByDigest, type VoucherImport, restoreImport } from './voucher-import.store.ts';

/**
 * Reads vouchers printed by another company. Only the keyed hash of a code is stored, and none can be redeemed until
 * two members of staff have accepted the import. The same file again is the same import.
 */
export async function importVouchers(
  ctx: Pick<AppContext, 'database' | 'clocks' | 'secrets'>,
  place: { readonly tenantId: number; readonly brandId: number },
  lines: AsyncIterable<string>,
  actor = 'system',
): Promise<VoucherImport> {
  const { tenantId, brandId } = place;
  const at = ctx.clocks.business.now();
  const { vouchers, digest: plain } = await readVoucherFile(lines, dayAt(at));
  const digest = ctx.secrets.identifierHash(`voucher file:${brandId}`, plain);
  return ctx.database.transact(tenantId, async (tx) => {
    const known = await findByDigest(tx, place, digest);
    if (known && known.state !== 'Dropped') return known;
    const rows = vouchers.map(({ number, code, ...rest }) => ({
      ...rest,
      number,
      codeHash: hashVoucherCode(ctx, brandId, number, code),
    }));
    const added = known
      ? await restoreImport(tx, tenantId, known, rows)
      : await addImport(tx, place, { digest, vouchers: rows, at });
    audit(tx, ctx.clocks, {
      tenantId,
      actor,
      action: 'voucher.file_read',
      object: `voucher_import:${added.id}`,
      outcome: 'ok',
      details: { vouchers: added.vouchers },
    });
    return added;
  });
}
