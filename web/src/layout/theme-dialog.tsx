import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const TEXT_ID = 'theme-text';

/** The choice of the theme where there is no sheet for it. It acts straight away. */
export function ThemeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('common');
  return (
    <Dialog
      title={t('theme.title')}
      describedBy={TEXT_ID}
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{t('theme.done')}</Button>}
    >
      <p id={TEXT_ID}>{t('theme.text')}</p>
      <ThemeChoice />
    </Dialog>
  );
}
