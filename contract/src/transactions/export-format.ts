import * as z from 'zod/mini';

/** Kinds of file that transactions are exported as. `xlsx` is what people call Excel. */
export const EXPORT_FORMATS = ['pdf', 'xlsx', 'csv', 'ofx'] as const;
export const exportFormat = z.enum(EXPORT_FORMATS, 'required');
export type ExportFormat = z.output<typeof exportFormat>;
