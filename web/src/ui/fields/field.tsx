import './field.css';
import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';

/** Texts around the control of a field. */
export type FieldWords = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error in the words of the summary: what is wrong and how to fix it. */
  readonly error?: string | undefined;
  /** Id of another field whose error also marks this one. */
  readonly wrongWith?: string | undefined;
  /** Below the control: progress or result of a lookup. */
  readonly note?: ReactNode;
};

type Control = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'name'
  | 'autoComplete'
  | 'inputMode'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'onBlur'
  | 'required'
  | 'readOnly'
  | 'disabled'
>;

export type FieldProps = FieldWords & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** True: tabular figures. */
  readonly figures?: boolean;
  /**
   * Maximum characters. The remaining number is shown near the end; more can be typed, because nothing is truncated
   * silently.
   */
  readonly limit?: number;
  /** True: hidden by its style. */
  readonly isHidden?: boolean;
  /** True: password managers are asked to ignore it. */
  readonly isNoLogin?: boolean;
  /** Inside of the box at its end. */
  readonly end?: ReactNode;
} & Control;

/** Id of the error text of a field, also for others that share it. */
export function errorIdOf(fieldId: string): string {
  return `${fieldId}-error`;
}

/** ARIA attributes of a control: its description and whether it is invalid. */
export function described({ id, hint, error, wrongWith, note }: Omit<FieldWords, 'label'>) {
  const ids = [hint && `${id}-hint`, error && errorIdOf(id), wrongWith && errorIdOf(wrongWith), note && `${id}-note`];
  return {
    'aria-invalid': error !== undefined || wrongWith !== undefined || undefined,
    'aria-describedby': ids.filter(Boolean).join(' ') || undefined,
  } as const;
}

/** Hint and error of a field, in reading order. */
export function FieldLines({ id, hint, error }: Pick<FieldWords, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field__error" id={errorIdOf(id)}>
          <Icon name="warning" size="s" />
          <span>{error}</span>
        </p>
      ) : null}
    </>
  );
}

/** Label, hint and error above a control, and the note below it. */
export function FieldFrame({ children, ...words }: FieldWords & { readonly children: ReactNode }) {
  const { id, label, error, wrongWith, note } = words;
  return (
    <div className={classNames('field', (error ?? wrongWith) !== undefined && 'field--bad')}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <FieldLines {...words} />
      {children}
      {note ? <div id={`${id}-note`}>{note}</div> : null}
    </div>
  );
}

/** Attributes for 1Password, Bitwarden, LastPass and Dashlane, which ignore `autocomplete`. */
export const NO_LOGIN = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
};

/** Remaining characters at which the count appears; fewer in a short field, which would begin with it. */
const COUNTED_FROM = 10;
const COUNTED_SHARE = 0.25;

/** Number of remaining or excess characters. */
export function CharactersLeft({ left }: { readonly left: number }) {
  const t = useTexts('common');
  return (
    <p className="field__left" role="status">
      {left < 0 ? t('area.over', { count: -left }) : t('area.left', { count: left })}
    </p>
  );
}

/** A labelled text field with its hint and its error. */
export function Field({ label, hint, error, wrongWith, note, value, onValue, ...props }: FieldProps) {
  const { figures, limit, isHidden, isNoLogin, end, ...input } = props;
  const left = (limit ?? Infinity) - [...value].length;
  const isNear = left <= Math.min(COUNTED_FROM, (limit ?? 0) * COUNTED_SHARE);
  const counted = isNear ? <CharactersLeft left={left} /> : null;
  const words = { id: input.id, label, hint, error, wrongWith, note: counted ?? note };
  return (
    <FieldFrame {...words}>
      <div className="field__box">
        <input
          {...input}
          {...(isNoLogin ? NO_LOGIN : {})}
          className={classNames(
            'field__input',
            figures && 'field__input--figures',
            isHidden && 'field__input--hidden',
            end !== undefined && 'field__input--end',
          )}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          {...described(words)}
        />
        {end}
      </div>
    </FieldFrame>
  );
}
