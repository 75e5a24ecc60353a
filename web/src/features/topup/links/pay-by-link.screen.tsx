import './links.css';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getLinkPaymentState, getPaymentLink, initiateLinkPayment } from '@wattle/contract/topup/payment-links.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearch } from '../../../router/public.ts';
import { paths } from '../../../paths.ts';
import { type CallFailure, send } from '../../../api/send.ts';
import { useBrand } from '../../../brand/brand.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { SubmitButton } from '../../../form/submit-button.tsx';
import { useForm } from '../../../form/use-form.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { AmountField } from '../../../ui/fields/amount-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { amountInCents } from '@wattle/contract/rules/typed-amount.ts';
import { checkAmount } from '../../../ui/fields/typed-amount.ts';
import { GatewayFrame, GatewayNote, type OpenedPayment } from '../../gateway/gateway-frame.part.tsx';
import { useOutcome } from '../../gateway/public.ts';
import { AMOUNT_PROBLEMS } from '../amount-problems.ts';
import { LinkPaymentEnd, type LinkPaymentState } from './link-payment-end.tsx';
import { usePageFault } from '../../../api/server-fault.ts';

type LinkWords = ResponseOf<typeof getPaymentLink>;
type Asking = { readonly brand: string; readonly Token: string };

const STEP_CENTS = 10_00;
const NAME_MAXIMUM = 60;
const GONE = '404';

/** Lets another person pay into a card without signing in. */
export function PayByLinkScreen() {
  const t = useTexts('payByLink');
  const { BrandIdentifier: brand } = useBrand();
  const { token = '' } = useParams();
  const [link, setLink] = useState<LinkWords | CallFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    void send(getPaymentLink, { body: { brand, Token: token } }).then((answer) => {
      if (!isOver) setLink(answer.ok ? answer.value : answer);
    });
    return () => {
      isOver = true;
    };
  }, [brand, token, attempt]);
  usePageFault(link && 'ok' in link ? link : null);
  if (link === null) return <SkeletonRows count={3} />;
  if ('ok' in link) {
    return link.code === GONE || link.status === 400 ? (
      <EmptyState picture={<Icon name="clock" />} title={t('gone.title')} text={t('gone.text')} as="h1" />
    ) : (
      <LoadFailed failure={link} onRetry={() => setAttempt(attempt + 1)} isPage />
    );
  }
  return <PayByLink link={link} asking={{ brand, Token: token }} />;
}

type Paying = { readonly payment: OpenedPayment; readonly dollars: number };

function PayByLink({ link, asking }: { readonly link: LinkWords; readonly asking: Asking }) {
  const t = useTexts('payByLink');
  const format = useFormat();
  const navigate = useNavigate();
  // The payer comes back from a page of the payment service.
  const returned = useSearch().get('payment');
  const [paying, setPaying] = useState<Paying | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const isBack = isLeft || (paying === null && returned !== null);
  const sid = paying?.payment.Sid ?? returned ?? '';
  const outcome = useOutcome<LinkPaymentState>(
    isBack,
    () => send(getLinkPaymentState, { body: { ...asking, Sid: sid } }),
    ({ State }) => State !== 'Waiting' && State !== 'Open',
  );
  const again = () => {
    setPaying(null);
    setIsLeft(false);
    if (returned !== null) void navigate(paths.payByLink(asking.Token), { replace: true });
  };
  if (isBack && (paying || outcome.value || outcome.isNone)) {
    return (
      <LinkPaymentEnd
        name={link.Name}
        payment={outcome.isNone ? 'None' : outcome.value}
        dollars={paying?.dollars ?? 0}
        onAgain={again}
      />
    );
  }
  if (isBack && outcome.failure) return <LoadFailed failure={outcome.failure} onRetry={outcome.retry} isPage />;
  if (isBack) return <SkeletonRows count={3} />;
  return (
    <div className="pay-by-link">
      <h1>{t('title', { name: link.Name })}</h1>
      {paying ? (
        <>
          <p>{t('paying', { amount: format.money(paying.dollars) })}</p>
          <GatewayFrame payment={paying.payment} onEnd={() => setIsLeft(true)} />
          <GatewayNote payment={paying.payment} />
        </>
      ) : (
        <PayForm link={link} asking={asking} onOpened={(payment, dollars) => setPaying({ payment, dollars })} />
      )}
    </div>
  );
}

type FormProps = {
  readonly link: LinkWords;
  readonly asking: Asking;
  readonly onOpened: (payment: OpenedPayment, dollars: number) => void;
};

function PayForm({ link, asking, onOpened }: FormProps) {
  const t = useTexts('payByLink');
  const language = useLanguage();
  const validation = useTexts('validation');
  const format = useFormat();
  const { MinimumAmount: least, MaximumAmount: most } = link;
  const range = { minCents: Math.round(least * 100), maxCents: Math.round(most * 100) };
  const fields = {
    amount: { id: 'link-amount', called: t('amountCalled') },
    name: { id: 'payer-name', called: t('nameCalled') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: initiateLinkPayment,
      body: ({ amount, name }) => ({
        ...asking,
        Amount: (amountInCents(amount) ?? Number.NaN) / 100,
        PayerName: name,
        Language: language,
      }),
      names: { Amount: 'amount', PayerName: 'name' },
      send: (body) => send(initiateLinkPayment, { body }),
      also: ({ amount }) => {
        const problem = checkAmount(amount, range);
        return problem === null ? {} : { amount: AMOUNT_PROBLEMS[problem] };
      },
      onDone: (payment, { amount }) => onOpened(payment, (amountInCents(amount) ?? 0) / 100),
    }),
    problemWords: (name, problem) =>
      validation(problem, {
        field: fields[name].called,
        amount: format.money(problem === 'gtLimit' ? least : most),
      }),
  });
  const cents = amountInCents(form.values.amount);
  const isFit = checkAmount(form.values.amount, range) === null;
  return (
    <>
      <p>{t('lead', { name: link.Name, date: format.dateOf(link.EndsOn) })}</p>
      <ErrorSummary problems={form.problems} attempt={form.attempt} onRetry={form.retry} />
      <form noValidate onSubmit={form.onSubmit} onFocus={form.onFocus}>
        <AmountField
          {...form.field('amount')}
          {...range}
          label={t('amount')}
          hint={t('range', { least: format.money(least), most: format.money(most) })}
          stepCents={STEP_CENTS}
          isLarge
        />
        <Field
          {...form.field('name')}
          label={t('name')}
          hint={t('nameHint', { name: link.Name })}
          autoComplete="name"
          limit={NAME_MAXIMUM}
        />
        <SubmitButton form={form}>
          {isFit && cents !== null ? t('action', { amount: format.money(cents / 100) }) : t('actionPlain')}
        </SubmitButton>
      </form>
      <GatewayNote payment={null} />
    </>
  );
}
