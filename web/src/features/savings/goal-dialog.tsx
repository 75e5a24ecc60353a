import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { isBlank, nameText } from '@wattle/contract/rules/typed-text.ts';
import {
  deleteSavingsGoal,
  getSavingsGoals,
  type SavingsGoal,
  saveSavingsGoal,
} from '@wattle/contract/savings/savings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { operationKey, useAction } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormat } from '../../i18n/format.ts';
import { useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields/amount-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { showToast } from '../../ui/toasts.ts';

/** Shown by other pages too: what is left to spend has changed. */
const STALE = [getSavingsGoals, getCards, getCardDetails];

const NAMES = { Name: 'name', Amount: 'amount' } as const;
/** The server refuses more than what is left to spend. */
const TOO_MUCH = '20240';

type GoalDialogProps = {
  readonly accountNumber: string;
  /** Dollars that are left to spend. */
  readonly left: number;
  /** Null: a new one. */
  readonly goal: SavingsGoal | null;
  readonly onClose: () => void;
};

/** Adds a savings goal, or changes, empties or deletes one. */
export function GoalDialog({ accountNumber, left, goal, onClose }: GoalDialogProps) {
  const t = useTexts('savings');
  const ui = useTexts('ui');
  const format = useFormat();
  const owned = useOwnedMoney();
  const wordsOf = useErrorTexts();
  const cache = useQueryClient();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const before = goal?.Amount ?? 0;
  const most = left + before;
  const fields = {
    name: { initial: goal?.Name ?? '', id: `${id}-name`, called: t('missing.name') },
    amount: { initial: goal ? before.toFixed(2) : '', id: `${id}-amount`, called: t('missing.amount') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: saveSavingsGoal,
      names: NAMES,
      body: ({ name, amount }) => ({
        accountNumber,
        ...(goal && { Id: goal.Id }),
        Name: name,
        Amount: (amountInCents(amount) ?? 0) / 100,
      }),
      also: ({ amount }) => {
        const cents = amountInCents(amount);
        if (cents === null) return { amount: isBlank(amount) ? 'required' : 'nan' };
        const isMore = cents > Math.round(before * 100);
        return isMore && cents > Math.round(most * 100) ? { amount: 'tooMuch' } : {};
      },
      onDone: async (_, { name, amount }) => {
        await Promise.all(STALE.map((stale) => cache.invalidateQueries({ queryKey: operationKey(stale) })));
        showToast({
          text: t('saved', { name: nameText(name), amount: format.money((amountInCents(amount) ?? 0) / 100) }),
        });
        onClose();
      },
    }),
    problemWords: (_, key) => (key === 'tooMuch' ? t('tooMuch', { amount: owned(most) }) : undefined),
    refusalWords: ({ code }) => (code === TOO_MUCH ? t('tooMuch', { amount: owned(most) }) : wordsOf(code)),
  });
  const onDone = (words: string) => {
    showToast({ text: words });
    onClose();
  };
  const empty = useAction(saveSavingsGoal, {
    invalidates: STALE,
    onSuccess: () => onDone(t('released', { amount: format.money(before) })),
  });
  const remove = useAction(deleteSavingsGoal, {
    invalidates: STALE,
    onSuccess: () => onDone(t('deleted', { name: goal?.Name ?? '' })),
  });
  const failure = empty.failure ?? remove.failure;
  const { attempt } = form;
  useEffect(() => {
    // The problem is shown at the field and read out with it.
    if (attempt > 0) element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [attempt]);
  return (
    <Dialog
      title={goal ? t('changeTitle', { name: goal.Name }) : t('add')}
      describedBy={`${id}-text`}
      onDismiss={onClose}
      actions={
        <>
          <SubmitButton form={form} formId={`${id}-form`}>
            {t(goal ? 'save' : 'keep')}
          </SubmitButton>
          {goal && before > 0 ? (
            <Button
              wide
              tone="tonal"
              busy={empty.isPending}
              onClick={() => empty.run({ body: { accountNumber, Id: goal.Id, Name: goal.Name, Amount: 0 } })}
            >
              {t('release', { amount: owned(before) })}
            </Button>
          ) : null}
          {goal ? (
            <Button
              wide
              tone="line"
              busy={remove.isPending}
              onClick={() => remove.run({ body: { accountNumber, Id: goal.Id } })}
            >
              {t('delete')}
            </Button>
          ) : null}
          <Button wide tone="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </>
      }
    >
      <p className="dialog__text" id={`${id}-text`}>
        {t('most', { amount: owned(most) })}
      </p>
      <form
        className="savings__form"
        id={`${id}-form`}
        ref={element}
        noValidate
        onSubmit={form.onSubmit}
        onFocus={form.onFocus}
      >
        <Field {...form.field('name')} label={t('name')} hint={t('nameHint')} autoComplete="off" />
        <AmountField {...form.field('amount')} label={t('amount')} />
        {form.problems.map((each) =>
          'id' in each ? (
            <p className="dialog__error" key={each.id} id={each.id} role="alert">
              {each.text}
            </p>
          ) : null,
        )}
        {failure ? (
          <p className="dialog__error" role="alert">
            {wordsOf(wordsKeyOf(failure))}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
