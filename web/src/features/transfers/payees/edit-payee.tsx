import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { notCarried } from '@wattle/contract/rules/direct-entry.ts';
import { getPayees, payeeProof, updatePayee } from '@wattle/contract/transfers/payees.ts';
import type { PayeeType } from '@wattle/contract/transfers/payee.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { withProof } from '../../../api/proof.ts';
import { operationKey } from '../../../api/use-operation.ts';
import { openAnswers } from '../../../form/answers.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useErrorTexts, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { PayeeNumberField } from '../account-fields.tsx';
import { FoundName } from '../found-name.part.tsx';
import { NameAnswer } from '../journey/name-answer.tsx';
import { emptied } from '../journey/form-values.ts';
import { numbersAsFields } from '../journey/transfer.domain.ts';
import { useLookUp } from '../journey/use-look-up.ts';
import { useNameCheck } from '../journey/use-name-check.ts';
import type { PaymentValues } from '../payment-method.ts';
import type { Listed } from './payees.domain.ts';

const WIRE_NAMES = {
  DestinationAccountName: 'name',
  DestinationBSB: 'first',
  DestinationAccountNumber: 'second',
} as const;
type Values = { readonly name: string; readonly first: string; readonly second: string };

/** Request body of a change. `first` is the BSB or biller code, `second` the account number or reference. */
function bodyOf({ PayeeId, method }: Listed, { name, first, second }: Values): BodyInputOf<typeof updatePayee> {
  return {
    PayeeId,
    PayeeType: method.facts.payeeType as PayeeType,
    DestinationAccountName: lineText(name),
    DestinationBSB: method.bsb && method.bsb.plain(first),
    DestinationAccountNumber: method.number.plain(second),
  } as BodyInputOf<typeof updatePayee>;
}

/** The edited values as those of a payment, which the look-up takes. */
function asTyped({ method }: Listed, { name, first, second }: Values): PaymentValues {
  return { ...emptied(method), name, ...numbersAsFields(method, first, second) };
}

/** Form for the name and account of a saved payee. A change needs proof, as a payment to a new payee does. */
export function EditPayee({ payee, onClose }: { readonly payee: Listed; readonly onClose: () => void }) {
  const t = useTexts('payees');
  const transfers = useTexts('transfers');
  const ui = useTexts('ui');
  const validation = useTexts('validation');
  const wordsOf = useErrorTexts();
  const cache = useQueryClient();
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const wrong = useRef<{ readonly first?: string; readonly second?: string }>({});
  const [answers] = useState(openAnswers);
  const { method } = payee;
  const { bsb, number } = method;
  const fields = {
    name: {
      initial: payee.DestinationAccountName,
      id: `${id}-name`,
      called: transfers('missing.name'),
      signOf: notCarried,
    },
    first: {
      initial: bsb ? bsb.show(payee.DestinationBSB ?? '') : '',
      id: `${id}-first`,
      called: bsb ? transfers(`missing.${bsb.field}`) : '',
    },
    second: {
      initial: payee.DestinationAccountNumber,
      id: `${id}-second`,
      called: transfers(`missing.${number.field}`),
    },
  };
  const { check: checkShape, submit } = operationRules(fields, {
    operation: updatePayee,
    names: WIRE_NAMES,
    body: (values) => bodyOf(payee, values),
    send: (body) => {
      const Content = payeeProof(updatePayee.body.parse(body));
      return withProof({ Purpose: 'payee', Content }, () => call(updatePayee, { body }));
    },
    onDone: async (_, { name }) => {
      await cache.invalidateQueries({ queryKey: operationKey(getPayees) });
      showToast({ text: t('changed', { name: lineText(name) }) });
      onClose();
    },
  });
  const form = useForm({
    fields,
    rules: {
      ready: answers.ready,
      check: (values) => ({
        ...checkShape(values),
        ...wrong.current,
      }),
      submit,
    },
    refusalWords: ({ code, fields: [name] }) => (code === '20010' && name === 'second' ? t('twin') : wordsOf(code)),
  });
  const { attempt } = form;
  const values = { name: form.values.name, first: form.values.first, second: form.values.second };
  const typed = asTyped(payee, values);
  const lookUp = useLookUp(method.lookUp(typed));
  const isChanged = namesOf(values).some((name) => values[name] !== fields[name].initial);
  const nameCheck = useNameCheck(method, isChanged ? typed : emptied(method), { isTyped: true });
  const problem = bsb ? lookUp.problems[bsb.field] : undefined;
  const mistyped = bsb ? method.check(typed, '')[bsb.field] : undefined;
  useEffect(() => {
    const [first, second] = [problem ?? mistyped, lookUp.problems[number.field]];
    wrong.current = { ...(first && { first }), ...(second && { second }) };
    answers.report(lookUp.isUnderWay || nameCheck.isUnderWay);
  });
  useEffect(() => {
    // The problem is shown at the field and read out with it.
    if (attempt > 0) element.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [attempt]);
  const first = form.field('first');
  const error = first.error ?? (problem && validation(problem));
  return (
    <Dialog
      title={t('editTitle', { name: payee.DestinationAccountName })}
      describedBy={`${id}-text`}
      onDismiss={onClose}
      actions={
        <>
          <SubmitButton form={form} formId={`${id}-form`}>
            {t('save')}
          </SubmitButton>
          <Button wide tone="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
        </>
      }
    >
      <p className="dialog__text" id={`${id}-text`}>
        {t('editText')}
      </p>
      <form
        className="payees__form"
        id={`${id}-form`}
        ref={element}
        noValidate
        onSubmit={form.onSubmit}
        onFocus={form.onFocus}
      >
        <Field {...form.field('name')} label={transfers('field.name')} autoComplete="off" />
        {bsb ? (
          <PayeeNumberField
            {...first}
            {...(error === undefined ? {} : { error })}
            label={transfers(`field.${bsb.field}`)}
            note={<FoundName name={lookUp.name} />}
            number={bsb}
          />
        ) : null}
        <PayeeNumberField {...form.field('second')} label={transfers(`field.${number.field}`)} number={number} />
        <NameAnswer
          check={nameCheck.check}
          onChange={(part) => document.getElementById(`${id}-${part === 'name' ? 'name' : 'second'}`)?.focus()}
        />
        {form.problems.map((each) =>
          'id' in each ? (
            <p className="dialog__error" key={each.id} id={each.id} role="alert">
              {each.text}
            </p>
          ) : null,
        )}
      </form>
    </Dialog>
  );
}
