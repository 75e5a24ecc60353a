import '../../ui/pages/panel.css';
import { useState } from 'react';
import { Link } from '../../router/public.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { JourneyPage } from '../../ui/pages/journey-page.tsx';
import { ReviewPage } from '../../ui/pages/review-page.tsx';

export const PAGES = ['journey', 'review', 'receipt'] as const;
export type PageName = (typeof PAGES)[number];

const BACK = { to: paths.components(), link: Link };
const pagePath = (page: PageName) => `${paths.components()}?page=${page}`;

/** Parts that fill a page are shown as pages, one tap away. */
export function PageLinks() {
  const t = useTexts('sandbox');
  return (
    <ul className="specimen__row">
      {PAGES.map((page) => (
        <li key={page}>
          <Link className={buttonClass({ tone: 'tonal', small: true })} to={pagePath(page)}>
            {t(`pages.${page}`)}
            <Icon name="next" size="s" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function SpecimenPage({ page }: { readonly page: PageName }) {
  if (page === 'journey') return <JourneySpecimen />;
  return page === 'review' ? <ReviewSpecimen /> : <ReceiptSpecimen />;
}

/** Without an amount it comes back with a problem. */
function JourneySpecimen() {
  const t = useTexts('sandbox');
  const [amount, setAmount] = useState('');
  const [attempt, setAttempt] = useState(0);
  const isWrong = attempt > 0 && amount === '';
  const text = t('journey.problem');
  return (
    <JourneyPage
      title={t('journey.title')}
      lead={t('journey.lead')}
      back={BACK}
      steps={{ step: 2, of: 3 }}
      problems={isWrong ? [{ fieldId: 'how-much', text }] : []}
      attempt={attempt}
    >
      <form
        className="specimen__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt(attempt + 1);
        }}
      >
        <Field
          id="how-much"
          label={t('journey.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onValue={setAmount}
          error={isWrong ? text : undefined}
          figures
        />
        <Button wide type="submit">
          {t('journey.next')}
        </Button>
      </form>
    </JourneyPage>
  );
}

/** The first try fails, the second one is under way permanently: nothing is sent from here. */
function ReviewSpecimen() {
  const t = useTexts('sandbox');
  const [tries, setTries] = useState(0);
  const change = { to: pagePath('journey'), link: Link };
  return (
    <ReviewPage
      title={t('review.title')}
      back={change}
      steps={{ step: 3, of: 3 }}
      amount={{ dollars: 350, note: t('review.arrives') }}
      rows={[
        { term: t('review.to'), value: t('review.payee'), detail: t('review.account'), change },
        { term: t('review.amount'), value: '$350.00', detail: t('review.left'), change },
        { term: t('review.when'), value: t('review.today'), change },
        { term: t('review.sees'), value: 'Bond, Wilson St', change },
      ]}
      notice={
        <Banner tone="warning" title={t('review.noticeTitle')}>
          {t('review.notice')}
        </Banner>
      }
      action={t('review.action')}
      busy={tries > 1}
      error={tries === 1 ? { title: t('banners.dangerTitle'), text: t('banners.dangerText') } : undefined}
      onConfirm={() => setTries(tries + 1)}
      others={[{ label: t('review.cancel'), way: BACK }]}
    />
  );
}

function ReceiptSpecimen() {
  const t = useTexts('sandbox');
  return (
    <OutcomePage
      state="sent"
      title={t('receipt.sent')}
      lead={<p>{t('receipt.arrives')}</p>}
      slip={{
        number: 'HM 4408 1927 55',
        rows: [
          { term: t('review.amount'), value: '$350.00' },
          { term: t('receipt.type'), value: t('receipt.transfer') },
          { term: t('review.to'), value: t('review.payee'), detail: t('receipt.account') },
          { term: t('receipt.from'), value: `${t('carousel.everyday')} ·· 0017` },
          { term: t('review.when'), value: t('receipt.when') },
          { term: t('receipt.description'), value: 'Bond, Wilson St' },
          { term: t('receipt.fee'), value: '$0.00' },
          { term: t('receipt.reference'), value: 'HM 4408 1927 55' },
        ],
      }}
      ways={
        <>
          <Link className={buttonClass()} to={paths.components()}>
            {t('receipt.done')}
          </Link>
          <Link className={buttonClass({ tone: 'tonal' })} to={pagePath('journey')}>
            {t('receipt.another')}
          </Link>
        </>
      }
    />
  );
}
