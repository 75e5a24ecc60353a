import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import * as z from 'zod';
import { dollarsOf } from '../../../../platform/money.ts';
import { findBrand } from '../../../brands/public.ts';
import {
  brandIdentifier,
  counted,
  type DeskCall,
  deskCommand,
  type DeskOutcome,
  inDollars,
  refused,
} from '../../../desk/public.ts';
import { importVouchers } from './import-vouchers.ts';
import { sentVoucherLines, VoucherFileError } from './voucher-file.ts';

const MEGABYTE = 1024 * 1024;

const input = z.object({
  brand: brandIdentifier,
  /** Name of the file, for the audit log. */
  name: z.string().overwrite(lineText).min(1).max(FILE_NAME_MAXIMUM).optional(),
});

/**
 * Reads a file of the printer. Its codes are kept as keyed hashes alone, and none can be redeemed before two people take
 * the file.
 */
export const sendVoucherFile = deskCommand({
  name: 'send-voucher-file',
  title: 'Send a file of vouchers',
  summary: 'Send a CSV file of printed vouchers: number,code,amount,expires; they count once two people have taken it',
  permission: 'act',
  done: ({ vouchers, amount, state }) =>
    state === 'Taken'
      ? { words: 'This file was taken before.' }
      : {
          words: `${counted(vouchers, 'voucher')} worth ${inDollars(amount)} are read.`,
          next: 'Compare them with the delivery note, then ask to take them.',
        },
  positional: 'brand',
  takesFile: { maximum: 10 * MEGABYTE, kind: 'sheet' },
  input,
  answer: z.object({ import: z.string(), vouchers: z.number(), amount: z.string(), state: z.string() }),
  async runAlone({ ctx, staff, input: given, file }: DeskCall<z.output<typeof input>>): Promise<DeskOutcome> {
    const brand = await findBrand(ctx, given.brand, '');
    if (brand?.tenantId !== staff.tenantId) return refused('not_found', { field: 'brand' });
    if (!file) return refused('input_invalid', { field: 'file' });
    const { tenantId, id: brandId } = brand;
    try {
      const read = await importVouchers(ctx, { tenantId, brandId }, sentVoucherLines(file), `staff:${staff.id}`);
      const { id, vouchers, amount, state } = read;
      const row = { import: String(id), vouchers, amount: dollarsOf(amount), state };
      return { ok: true, rows: [row], object: `voucher_import:${id}` };
    } catch (error) {
      if (!(error instanceof VoucherFileError)) throw error;
      return refused('file_unreadable', { field: 'file', words: error.message });
    }
  },
});
