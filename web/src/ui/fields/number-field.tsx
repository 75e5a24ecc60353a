import { digitsText } from '@wattle/contract/rules/typed-text.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';
import { described, FieldFrame, type FieldProps, NO_LOGIN } from './field.tsx';
import { AS_BSB, type Groups, grouped, IN_FOURS, IN_THREES, typeNumber } from './typed-number.ts';
import { useComposition } from './use-composition.ts';

/** How a kind of number is parsed and formatted. */
export type NumberShape = { readonly lengths: readonly number[]; readonly groups?: Groups };
export const CARD_NUMBER: NumberShape = { lengths: [16, 19], groups: IN_FOURS };
export const CARD_ID: NumberShape = { lengths: [11] };
export const BSB_NUMBER: NumberShape = { lengths: [6], groups: AS_BSB };
export const BILLER_NUMBER: NumberShape = { lengths: [] };
export const TAX_FILE_NUMBER: NumberShape = { lengths: [8, 9], groups: IN_THREES };

type NumberFieldProps = Omit<FieldProps, 'type' | 'inputMode' | 'figures' | 'end' | 'autoCapitalize' | 'isHidden'> & {
  /** Lengths of a complete number: from pasted text the one number with such a length is taken. */
  readonly lengths?: readonly number[];
  readonly groups?: Groups | undefined;
  /** True: letters are permitted, as in an account at another bank. */
  readonly takesLetters?: boolean;
};

/**
 * Field for any kind of number: card, BSB, account, tax file number, biller, voucher. The value has no spaces or
 * dashes; the field shows groups. Typed and pasted text is never truncated, and the caret keeps its place.
 */
export function NumberField({ label, hint, error, wrongWith, note, value, onValue, ...props }: NumberFieldProps) {
  const { lengths = [], groups, takesLetters = false, isNoLogin, ...input } = props;
  const t = useTexts('common');
  const plain = input.readOnly ? value : digitsText(value);
  const { composed, events } = useComposition((field, inputType) => {
    const caret = field.selectionStart ?? field.value.length;
    const typed = typeNumber({ before: plain, text: field.value, caret, inputType, lengths, takesLetters, groups });
    if (typed.shown !== field.value) {
      // Written immediately: after the next render the caret would be at the end.
      field.value = typed.shown;
      field.setSelectionRange(typed.caret, typed.caret);
    }
    onValue(typed.plain);
  });
  const hasOthers = !takesLetters && !input.readOnly && composed === null && /[^\d•*]/.test(plain);
  const words = {
    id: input.id,
    label,
    hint,
    error: error ?? (hasOthers ? t('number.digits') : undefined),
    wrongWith,
    note,
  };
  return (
    <FieldFrame {...words}>
      <div className="field__box">
        <input
          spellCheck={false}
          {...input}
          {...(isNoLogin ? NO_LOGIN : {})}
          {...events}
          className={classNames('field__input', 'field__input--figures')}
          inputMode={takesLetters ? 'text' : 'numeric'}
          autoCapitalize="none"
          value={composed ?? grouped(plain, groups)}
          {...described(words)}
        />
      </div>
    </FieldFrame>
  );
}
