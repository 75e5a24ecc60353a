import { useTexts } from '../i18n/use-texts.ts';

type SecretSwitchProps = {
  readonly fieldId: string;
  readonly label: string;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
};

/** Shows a secret, and hides it again. */
export function SecretSwitch({ fieldId, label, isShown, onChange }: SecretSwitchProps) {
  const t = useTexts('common');
  return (
    <button
      type="button"
      className="field__end"
      aria-controls={fieldId}
      // The name says what it does now, so it takes no pressed state beside it.
      aria-label={t(isShown ? 'hideSecret' : 'showSecret', { field: label })}
      onClick={() => onChange(!isShown)}
    >
      {t(isShown ? 'hide' : 'show')}
    </button>
  );
}
