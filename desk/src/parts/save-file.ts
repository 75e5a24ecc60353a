import type { RowOf } from '../calls/commands.ts';

/** Saves a file that a command answers in base64. It is saved and not opened here: what is in it need not be ours. */
export function saveFile({ name, type, content }: RowOf<'dispute-file' | 'reconciliation-report'>): void {
  save(name, new Blob([Uint8Array.fromBase64(content)], { type }));
}

/** Saves a text that is on the page. */
export function saveText(name: string, type: string, text: string): void {
  save(name, new Blob([text], { type }));
}

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
