import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { useEffect, useRef, useState } from 'react';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Stroke } from '../../ui/charts/stroke.tsx';
import { PEN_SHAPE } from './alert-shapes.ts';
import { type AmountKind, amountProblem, QUICK_AMOUNTS } from './alerts.domain.ts';

type AlertAmountProps = {
  readonly kind: AmountKind;
  /** Dollars, as text. */
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
};

/** The amount of an alert, and its change: one press, or typed. */
export function AlertAmount({ kind, amount, onAmount }: AlertAmountProps) {
  const t = useTexts('alerts');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // What was pressed is gone.
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <button type="button" className="alert-amount__now figures" ref={opener} onClick={() => setOpen(true)}>
        <span>{t(`${kind}.amount`, { amount: withoutZeroCents(format.money(Number(amount))) })}</span>
        <span className="visually-hidden">{t(`change.${kind}`)}</span>
        <Stroke shape={PEN_SHAPE} size="s" />
      </button>
    );
  }
  return (
    <AmountEditor
      kind={kind}
      amount={amount}
      onAmount={(next) => {
        setOpen(false);
        if (next !== null && amountInCents(next) !== amountInCents(amount)) onAmount(next);
      }}
    />
  );
}

/** `$500` for whole dollars. */
const withoutZeroCents = (money: string) => money.replace('.00', '');

type EditorProps = Omit<AlertAmountProps, 'onAmount'> & {
  /** Null: it stays. */
  readonly onAmount: (amount: string | null) => void;
};

function AmountEditor({ kind, amount, onAmount }: EditorProps) {
  const t = useTexts('alerts');
  const format = useFormat();
  const name = `${kind}Amount` as const;
  const form = useForm({
    fields: { [name]: { called: t(`field.${name}`), initial: amount, id: `alert-${name}` } },
    rules: {
      check: (values) => {
        const problem = amountProblem(values[name] ?? '');
        return problem === undefined ? {} : { [name]: problem };
      },
      submit: (values) => {
        onAmount(String((amountInCents(values[name] ?? '') ?? 0) / 100));
        return Promise.resolve(null);
      },
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const { attempt } = form;
  useEffect(() => {
    const input = element.current?.querySelector('input');
    input?.focus();
    if (attempt === 0) input?.select();
  }, [attempt]);
  return (
    <form className="alert-amount" ref={element} noValidate onSubmit={form.onSubmit}>
      <div className="alert-amount__quick">
        {QUICK_AMOUNTS.map((dollars) => (
          <Chip key={dollars} isOn={amountInCents(amount) === dollars * 100} onPress={() => onAmount(String(dollars))}>
            {withoutZeroCents(format.money(dollars))}
          </Chip>
        ))}
      </div>
      <AmountField {...form.field(name)} label={t(`field.${name}`)} />
      <div className="alert-amount__actions">
        <SubmitButton form={form}>{t('setAmount')}</SubmitButton>
        <Button tone="text" wide onClick={() => onAmount(null)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
