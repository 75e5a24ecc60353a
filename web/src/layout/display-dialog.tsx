import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageChoice } from './language-switch.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const TEXT_ID = 'display-text';

/** Language and theme, where there is no sheet for them. They act straight away. */
export function DisplayDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('common');
  return (
    <Dialog
      title={t('display.title')}
      describedBy={TEXT_ID}
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{t('theme.done')}</Button>}
    >
      <div className="display-choices">
        <LanguageChoice />
        <div>
          <p id={TEXT_ID}>{t('display.text')}</p>
          <ThemeChoice />
        </div>
      </div>
    </Dialog>
  );
}
