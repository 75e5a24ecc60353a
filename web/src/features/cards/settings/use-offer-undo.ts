import { useTexts } from '../../../i18n/use-texts.ts';
import { showToast } from '../../../ui/toasts.ts';

/** Confirms that something was turned off, with Undo for a while. The switch on the page can do the same. */
export function useOfferUndo(): (text: string, onUndo: () => void) => void {
  const t = useTexts('settings');
  return (text, onPress) => showToast({ text, action: { label: t('undo'), onPress, isSpare: true } });
}
