import type { FileExchange } from '../files/port.ts';

/** Bank, as two folders: files for it, and files from it. */
export type BankFiles = {
  readonly outgoing: FileExchange;
  readonly incoming: Pick<FileExchange, 'list' | 'read'>;
};
