import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { Dialog } from '@wattle/web/ui/dialog.tsx';

/** The keys of the page, in the order of use. */
const KEYS = [
  [['J', 'K'], 'key.move'],
  [['↵'], 'key.open'],
  [['A'], 'key.approve'],
  [['R'], 'key.refuse'],
  [['/'], 'key.search'],
  [['?'], 'key.all'],
] as const;
const SHORT = ['key.move', 'key.open', 'key.approve', 'key.all'];

/** The most used keys, where there is a keyboard. */
export function KeysLine() {
  const t = useTexts('deskApprovals');
  return (
    <p className="approvals__keys small quiet">
      {KEYS.filter(([, words]) => SHORT.includes(words)).map(([keys, words]) => (
        <span key={words}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          <span>{t(words)}</span>
        </span>
      ))}
    </p>
  );
}

/** All keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts('deskApprovals');
  return (
    <Dialog
      title={t('keys.title')}
      describedBy="keys"
      onDismiss={onClose}
      actions={<Button onClick={onClose}>{t('keys.close')}</Button>}
    >
      <dl className="facts" id="keys">
        {KEYS.map(([keys, words]) => (
          <div className="approvals__key" key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{t('hint')}</p>
    </Dialog>
  );
}
