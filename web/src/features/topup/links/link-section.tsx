import './links.css';
import { useQueryClient } from '@tanstack/react-query';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import type { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { endPaymentLink, getPaymentLinks, LINK_DAYS, makePaymentLink } from '@wattle/contract/topup/payment-links.ts';
import { useId, useState } from 'react';
import { useHref } from '../../../router/public.ts';
import { operationKey, useAction, useOperation } from '../../../api/use-operation.ts';
import { useFailureWords } from '../../../form/failure-words.ts';
import { isUnknown } from '../../../form/form.domain.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { paths } from '../../../paths.ts';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { checkAmount } from '../../../ui/fields/typed-amount.ts';
import { AMOUNT_PROBLEMS } from '../amount-problems.ts';

type PaymentLink = ResponseOf<typeof getPaymentLinks>['Links'][number];
type Props = { readonly card: CardSummary; readonly details: ResponseOf<typeof getTopupDetails> };

const STEP_CENTS = 10_00;
const FIRST_AMOUNT = '100.00';
const FIRST_DAYS = '30';

/** Payment links for other payers: the existing ones and a new one. */
export function LinkSection({ card, details }: Props) {
  const t = useTexts('topup');
  const { AccountNumber: accountNumber } = card;
  const links = useOperation(getPaymentLinks, { body: { accountNumber } });
  if (links.failure) return <LoadFailed failure={links.failure} onRetry={links.refetch} />;
  if (!links.data) return <SkeletonRows count={2} />;
  return (
    <>
      <p className="topup__lead">{t('link.lead')}</p>
      {links.data.Links.length > 0 ? (
        <ul className="payment-links">
          {links.data.Links.map((link) => (
            <LinkRow key={link.LinkId} link={link} accountNumber={accountNumber} />
          ))}
        </ul>
      ) : null}
      <NewLink accountNumber={accountNumber} details={details} />
    </>
  );
}

function LinkRow({ link, accountNumber }: { readonly link: PaymentLink; readonly accountNumber: string }) {
  const t = useTexts('topup');
  const wordsOf = useFailureWords();
  const format = useFormat();
  const href = useHref(paths.payByLink(link.Token));
  const address = new URL(href, window.location.origin).href;
  const end = useAction(endPaymentLink, { invalidates: [getPaymentLinks] });
  return (
    <li>
      <b>{t('link.upTo', { amount: format.money(link.MaximumAmount) })}</b>
      <p>{t(link.IsOpen ? 'link.until' : 'link.ended', { date: format.dateOf(link.EndsOn) })}</p>
      {link.IsOpen ? (
        <>
          <p className="payment-links__address">{address.replace(/^https?:\/\//, '')}</p>
          <div className="payment-links__acts">
            <CopyButton text={address} label={t('link.copy')} />
            <Button tone="text" small onClick={() => end.run({ body: { accountNumber, LinkId: link.LinkId } })}>
              {t(end.isPending ? 'link.ending' : 'link.end')}
            </Button>
          </div>
        </>
      ) : null}
      {end.failure ? <p role="alert">{wordsOf(end.failure)}</p> : null}
      {link.Payments.length > 0 ? (
        <ul className="payment-links__paid">
          {link.Payments.map(({ PayerName, Amount, PaidAt }) => (
            <li key={`${PaidAt} ${PayerName}`}>
              <span>{PayerName}</span>
              <span>{format.dateOf(PaidAt)}</span>
              <b>{format.money(Amount, 'always')}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function NewLink({ accountNumber, details }: { readonly accountNumber: string } & Pick<Props, 'details'>) {
  const t = useTexts('topup');
  const validation = useTexts('validation');
  const format = useFormat();
  const cache = useQueryClient();
  const daysId = useId();
  const [days, setDays] = useState<string>(FIRST_DAYS);
  const range = { minCents: Math.round(details.MinimumTopup * 100), maxCents: Math.round(details.MaximumTopup * 100) };
  const fields = { maximum: { initial: FIRST_AMOUNT, id: 'link-maximum', called: t('card.amountCalled') } };
  const listAgain = () => cache.invalidateQueries({ queryKey: operationKey(getPaymentLinks) });
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: makePaymentLink,
      body: ({ maximum }) => ({
        accountNumber,
        maximumAmount: (amountInCents(maximum) ?? Number.NaN) / 100,
        days: LINK_DAYS.find((each) => String(each) === days) ?? LINK_DAYS[0],
      }),
      names: { maximumAmount: 'maximum' },
      also: ({ maximum }) => {
        const problem = checkAmount(maximum, range);
        return problem === null ? {} : { maximum: AMOUNT_PROBLEMS[problem] };
      },
      onDone: listAgain,
      // Without a response the link may exist: the list is refetched to prevent a duplicate.
      onRefused: async ({ status }) => {
        if (isUnknown(status)) await listAgain();
        return undefined;
      },
    }),
    problemWords: (_, problem) =>
      validation(problem, {
        field: fields.maximum.called,
        amount: format.money(problem === 'gtLimit' ? details.MinimumTopup : details.MaximumTopup),
      }),
  });
  return (
    <>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form className="topup__content topup__card" noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <AmountField {...form.field('maximum')} {...range} label={t('link.maximum')} stepCents={STEP_CENTS} />
        <div className="payment-links__days">
          <span id={daysId}>{t('link.days')}</span>
          <Segmented
            label={t('link.days')}
            options={LINK_DAYS.map((each) => ({ value: String(each), label: t('link.forDays', { count: each }) }))}
            value={days}
            onChange={setDays}
          />
        </div>
        <SubmitButton form={form}>{t('link.make')}</SubmitButton>
      </form>
    </>
  );
}
