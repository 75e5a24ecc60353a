import type { FileExchange } from '../files/port.ts';

/** The bank, as two folders: files that it collects, and files that it leaves. */
export type BankFiles = {
  readonly outgoing: FileExchange;
  readonly incoming: Pick<FileExchange, 'list' | 'read'>;
};
