import type { RowOf } from '../calls/commands.ts';

/** Saves a file that a command answers in base64. It is saved and not opened here: what is in it need not be ours. */
export function saveFile({ name, type, content }: RowOf<'dispute-file' | 'reconciliation-report'>): void {
  const address = URL.createObjectURL(new Blob([Uint8Array.fromBase64(content)], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
