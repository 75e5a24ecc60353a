import { useTexts } from '../../i18n/use-texts.ts';

type SecretSwitchProps = {
  readonly fieldId: string;
  readonly label: string;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
};

/** Shows or hides a secret. */
export function SecretSwitch({ fieldId, label, isShown, onChange }: SecretSwitchProps) {
  const t = useTexts('common');
  return (
    <button
      type="button"
      className="field__end"
      aria-controls={fieldId}
      // The name describes the action, so it needs no pressed state.
      aria-label={t(isShown ? 'hideSecret' : 'showSecret', { field: label })}
      onClick={() => onChange(!isShown)}
    >
      {t(isShown ? 'hide' : 'show')}
    </button>
  );
}
