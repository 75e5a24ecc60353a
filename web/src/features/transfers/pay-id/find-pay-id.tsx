import '../../../ui/pages/panel.css';
import './find-pay-id.css';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { payIdOf, readablePayId } from '@wattle/contract/rules/pay-id.ts';
import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import { findPayId } from '@wattle/contract/transfers/pay-id.ts';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { useNavigate } from '../../../router/public.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { WithEmail } from '../../../ui/email-text.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { JourneyPage } from '../../../ui/pages/journey-page.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { transferJourney } from '../journey/transfer-journey.ts';
import { methodsOf } from '../methods.ts';
import { useChoose } from '../payee-choice/use-choose.ts';
import { PayeePicture } from '../payees/payee-picture.part.tsx';
import type { PaymentValues } from '../payment-method.ts';
import { isOfBusiness } from './pay-id.method.tsx';
import { shortName } from './short-name.domain.ts';

type Answer = ResponseOf<typeof findPayId>;
type Found = NonNullable<Answer['Found']>;

type FindPayIdProps = {
  readonly values: Partial<PaymentValues<'payId'>>;
  readonly card: CardSummary;
};

/** The focus follows what the page says, which changes in place. */
function useHeadingFocus(of: unknown): void {
  const before = useRef(of);
  useEffect(() => {
    if (before.current === of) return;
    before.current = of;
    const heading = document.querySelector<HTMLElement>('#main h1');
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [of]);
}

/** Asks for a PayID, looks it up once, and asks whether it is the person to be paid. The form opens after that. */
export function FindPayId({ values, card }: FindPayIdProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(values.asksAnother === 'yes' ? '' : (values.payId ?? ''));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const under = useRef('');
  const { AccountNumber: MemberNumber } = card;
  const look = async (PayId: string) => {
    under.current = PayId;
    const said = await call(findPayId, { body: { MemberNumber, PayId } });
    if (under.current !== PayId) return;
    const away: Answer = { Outcome: 'away', PayId, Kind: 'email', Found: null, TryAfter: null };
    setAnswer(said.ok ? said.value : away);
  };
  useEffect(() => {
    // Each look-up counts, so it is made once however often the page is drawn.
    if (asked !== '' && under.current !== asked) void look(asked);
  });
  useHeadingFocus(answer);
  const leave = () => {
    transferJourney.throwAway();
    void navigate(paths.fundsTransfer());
  };
  const change = () => {
    under.current = '';
    setAnswer(null);
    setAsked('');
  };
  const again = () => {
    setAnswer(null);
    void look(asked);
  };
  if (asked === '') return <Ask initial={values.payId ?? ''} onAsk={setAsked} onLeave={leave} />;
  if (answer === null) return <Looking payId={asked} onLeave={leave} />;
  if (answer.Found === null)
    return <NotFound answer={answer} card={card} onChange={change} onAgain={again} onLeave={leave} />;
  const found = answer.Found;
  const pay = () =>
    transferJourney.typeIn('form', {
      ...values,
      payId: answer.PayId,
      lookUpId: found.LookUpId,
      name: found.Name,
      foundBank: found.Bank ?? '',
      asksAnother: '',
      // A saved payee takes the new name.
      ...(found.Moved !== null && values.payeeId ? { isUpdate: 'yes' } : {}),
    } as Partial<PaymentValues>);
  return found.Moved === null ? (
    <IsThis answer={answer} found={found} onYes={pay} onNo={leave} />
  ) : (
    <Moved moved={found.Moved} found={found} onYes={pay} onNo={leave} />
  );
}

type AskProps = {
  readonly initial: string;
  readonly onAsk: (payId: string) => void;
  readonly onLeave: () => void;
};

function Ask({ initial, onAsk, onLeave }: AskProps) {
  const t = useTexts('transfers');
  const validation = useTexts('validation');
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const payId = payIdOf(typed);
    if (payId !== null) return onAsk(payId);
    setProblem(isBlank(typed) ? t('payId.missing') : validation(wrongOf(typed)));
    document.getElementById('pay-id')?.focus();
  };
  return (
    <JourneyPage title={t('new.payId.title')} back={{ onPress: onLeave }} steps={{ step: 1, of: 3 }}>
      <form className="find-pay-id" noValidate onSubmit={submit}>
        <Field
          id="pay-id"
          label={t('field.payId')}
          hint={t('field.payIdHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          value={typed}
          {...(problem === null ? {} : { error: problem })}
          onValue={setTyped}
        />
        <Button wide type="submit">
          {t('payId.find')}
        </Button>
        <p className="find-pay-id__quiet">{t('payId.whole')}</p>
      </form>
    </JourneyPage>
  );
}

/** Key of the text about a wrong PayID. */
const wrongOf = (typed: string): string =>
  /^\D*(?:\d\D*){11}$/.test(typed) && !/^\s*(\+|0)/.test(typed) ? 'payIdAbn' : 'payIdValid';

function Looking({ payId, onLeave }: { readonly payId: string; readonly onLeave: () => void }) {
  const t = useTexts('transfers');
  return (
    <JourneyPage title={t('payId.looking')} lead={readablePayId(payId)} back={{ onPress: onLeave }}>
      <div className="panel" role="status">
        <span className="visually-hidden">{t('payId.looking')}</span>
        <SkeletonRows count={2} />
      </div>
    </JourneyPage>
  );
}

type IsThisProps = {
  readonly answer: Answer;
  readonly found: Found;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

function IsThis({
  answer: { PayId: payId, Kind },
  found: { Name: name, Bank: bank, IsNew },
  onYes,
  onNo,
}: IsThisProps) {
  const t = useTexts('transfers');
  const short = shortName(name, Kind);
  return (
    <JourneyPage title={t('payId.ask')} back={{ onPress: onNo }} steps={{ step: 1, of: 3 }}>
      <div className="find-pay-id">
        <div className="panel find-pay-id__who">
          <PayeePicture name={name} isBiller={isOfBusiness(payId)} isLarge />
          <p className="find-pay-id__name">{name}</p>
          <p className="find-pay-id__quiet">
            <WithEmail
              text={Kind === 'business' ? t('payId.abn', { number: readablePayId(payId) }) : readablePayId(payId)}
            />
          </p>
          {IsNew ? <span className="find-pay-id__new">{t('payId.new')}</span> : null}
        </div>
        <p className="find-pay-id__quiet">{bank === null ? t('payId.nameFromBank') : t('payId.nameFrom', { bank })}</p>
        <Button wide onClick={onYes}>
          {t('payId.yes', { name: short })}
        </Button>
        <Button wide tone="tonal" onClick={onNo}>
          {t('payId.no')}
        </Button>
        <Banner title={t('payId.check.title')}>{t('payId.check.text', { name: short })}</Banner>
      </div>
    </JourneyPage>
  );
}

type MovedProps = Pick<IsThisProps, 'found' | 'onYes' | 'onNo'> & { readonly moved: NonNullable<Found['Moved']> };

function Moved({ moved, found: { Name: name }, onYes, onNo }: MovedProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  return (
    <JourneyPage
      title={t('payId.moved.title')}
      lead={t('payId.moved.text', { name: moved.Name })}
      back={{ onPress: onNo }}
      steps={{ step: 1, of: 3 }}
    >
      <div className="find-pay-id">
        <div className="panel find-pay-id__moved">
          <p>
            <span className="find-pay-id__quiet">{t('payId.moved.before', { date: format.dateOf(moved.PaidAt) })}</span>
            <br />
            <b>{moved.Name}</b>
          </p>
          <p>
            <span className="find-pay-id__quiet">{t('payId.moved.now')}</span>
            <br />
            <b>{name}</b>
          </p>
        </div>
        <Button wide tone="tonal" onClick={onNo}>
          {t('payId.moved.no')}
        </Button>
        <Button wide tone="text" onClick={onYes}>
          {t('payId.moved.yes', { name })}
        </Button>
      </div>
    </JourneyPage>
  );
}

type NotFoundProps = {
  readonly answer: Answer;
  readonly card: CardSummary;
  readonly onChange: () => void;
  readonly onAgain: () => void;
  readonly onLeave: () => void;
};

function NotFound({ answer: { Outcome, PayId: payId, TryAfter }, card, onChange, onAgain, onLeave }: NotFoundProps) {
  const t = useTexts('transfers');
  const format = useFormat();
  const choose = useChoose();
  const byNumber = methodsOf(card).find(({ name }) => name === 'external');
  const outcome = Outcome === 'limit' || Outcome === 'away' ? Outcome : 'unknown';
  const first: Readonly<Record<typeof outcome, ReactNode>> = {
    unknown: t('payId.unknown.edit'),
    limit: t('payId.limit.recent'),
    away: t('payId.away.again'),
  };
  const press = { unknown: onChange, limit: onLeave, away: onAgain }[outcome];
  const time = TryAfter === null ? '' : `${format.timeOf(TryAfter)}, ${format.dateOf(TryAfter)}`;
  return (
    <JourneyPage
      title={t(`payId.${outcome}.title`)}
      lead={t(`payId.${outcome}.text`, { time })}
      back={{ onPress: onLeave }}
      steps={{ step: 1, of: 3 }}
    >
      <div className="find-pay-id">
        {outcome === 'unknown' ? (
          <p className="find-pay-id__name">
            <WithEmail text={readablePayId(payId)} />
          </p>
        ) : null}
        <Button wide onClick={press}>
          {first[outcome]}
        </Button>
        {byNumber ? (
          <Button wide tone="text" onClick={() => choose.someoneNew(byNumber)}>
            {t('payId.useBsb')}
          </Button>
        ) : null}
      </div>
    </JourneyPage>
  );
}
