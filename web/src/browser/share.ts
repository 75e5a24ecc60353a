type Shared = 'shared' | 'dismissed' | 'failed';

/** Whether the device offers its own sheet to share a text with. */
export function canShare(): boolean {
  try {
    return typeof navigator.share === 'function' && navigator.canShare({ text: '1' });
  } catch {
    return false;
  }
}

/** Opens the sheet of the device with a text. `failed` where the browser cannot or may not. */
export async function shareText(title: string, text: string): Promise<Shared> {
  try {
    await navigator.share({ title, text });
    return 'shared';
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'AbortError' ? 'dismissed' : 'failed';
  }
}
