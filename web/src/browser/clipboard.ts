/** Whether a page may ask for what is on the clipboard. */
export function canReadClipboard(): boolean {
  try {
    return typeof (navigator.clipboard as Clipboard | undefined)?.readText === 'function';
  } catch {
    return false;
  }
}

/** Text on the clipboard. Null if the browser does not give it, or its person does not allow it. */
export async function readFromClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** Puts a text on the clipboard. False if the browser cannot or may not. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
