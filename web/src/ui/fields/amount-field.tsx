import './amount-field.css';
import { type KeyboardEvent, useState } from 'react';
import { money } from '@wattle/contract/rules/amounts.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';
import { described, FieldFrame, type FieldWords } from './field.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import {
  amountText,
  type AmountRange,
  DEFAULT_MAXIMUM_CENTS,
  groupedAmount,
  stepped,
  typeAmount,
} from './typed-amount.ts';
import { useComposition } from './use-composition.ts';

type AmountFieldProps = FieldWords &
  AmountRange & {
    readonly name?: string;
    /** As typed, in dollars like in the label, without the commas that the field shows between thousands. */
    readonly value: string;
    readonly onValue: (value: string) => void;
    /** Step of the − and + buttons. Absent: no buttons. */
    readonly stepCents?: number;
    readonly onLeave?: () => void;
    readonly isDisabled?: boolean;
    readonly isReadOnly?: boolean;
    /** The main amount of its page: large, on a line instead of in a box. */
    readonly isLarge?: boolean;
  };

/** Amount in dollars: typed, or changed with buttons and arrow keys. The dollar sign is outside of the field. */
export function AmountField(props: AmountFieldProps) {
  const {
    id,
    name,
    value,
    onValue,
    stepCents,
    onLeave,
    minCents,
    maxCents,
    isDisabled,
    isReadOnly,
    isLarge,
    ...words
  } = props;
  const t = useTexts('fields');
  const language = useLanguage();
  const [said, setSaid] = useState('');
  const range = { minCents, maxCents };
  const inDollars = (cents: number) => money(cents / 100, language);
  const canStep = stepCents !== undefined && !isDisabled && !isReadOnly;
  const step = (direction: 1 | -1) => {
    const cents = stepped(value, stepCents ?? 0, direction, range);
    onValue(amountText(cents));
    setSaid(inDollars(cents));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  const cents = amountInCents(value);
  const { composed, events } = useComposition((field, inputType) => {
    const caret = field.selectionStart ?? field.value.length;
    const typed = typeAmount({ before: value, text: field.value, caret, inputType });
    if (typed.shown !== field.value) {
      // Written immediately: after the next render the caret would be at the end.
      field.value = typed.shown;
      field.setSelectionRange(typed.caret, typed.caret);
    }
    setSaid('');
    onValue(typed.plain);
  });
  const button = (direction: 1 | -1) => {
    const end = direction > 0 ? (maxCents ?? DEFAULT_MAXIMUM_CENTS) : (minCents ?? 0);
    const isAtEnd = cents !== null && (direction > 0 ? cents >= end : cents <= end);
    return (
      <button
        type="button"
        className="amount-field__step"
        aria-label={t(direction > 0 ? 'amount.more' : 'amount.less', { amount: inDollars(stepCents ?? 0) })}
        aria-controls={id}
        // Disabled by ARIA only, because a removed button would lose the focus of its user.
        aria-disabled={isAtEnd || undefined}
        onClick={() => (isAtEnd ? undefined : step(direction))}
      >
        <svg className="icon icon--m" viewBox="0 0 24 24" aria-hidden="true">
          <path d={direction > 0 ? 'M6 12h12M12 6v12' : 'M6 12h12'} />
        </svg>
      </button>
    );
  };
  return (
    <FieldFrame {...words} id={id}>
      <div className={classNames('amount-field', isLarge && 'amount-field--large')}>
        {canStep ? button(-1) : null}
        <span className="amount-field__figure">
          <span className="amount-field__sign" aria-hidden="true">
            $
          </span>
          <input
            className="field__input field__input--figures amount-field__input"
            id={id}
            name={name}
            inputMode="decimal"
            autoComplete="transaction-amount"
            disabled={isDisabled}
            readOnly={isReadOnly}
            value={composed ?? groupedAmount(value)}
            {...events}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (cents !== null && amountText(cents) !== value) onValue(amountText(cents));
              onLeave?.();
            }}
            {...described({ ...words, id })}
            {...(isLarge ? { placeholder: '0.00' } : {})}
          />
        </span>
        {canStep ? button(1) : null}
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </FieldFrame>
  );
}
