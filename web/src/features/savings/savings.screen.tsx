import './savings.css';
import '../../ui/pages/panel.css';
import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { SAVINGS_GOALS_MAXIMUM } from '@wattle/contract/rules/savings-goals.ts';
import {
  getSavingsGoals,
  type Savings,
  type SavingsGoal,
  setSavingsPurchases,
} from '@wattle/contract/savings/savings.ts';
import { useState } from 'react';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { OwnedMoney, useOwnedMoney } from '../../i18n/hidden-money.tsx';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { LoadFailed } from '../../layout/load-failed.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../router/public.ts';
import { AppIcon } from '../../ui/app-icon.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/fields/switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { PageSplit } from '../../ui/pages/page-split.tsx';
import { SkeletonRows } from '../../ui/pages/skeleton.tsx';
import { SettingPage } from '../cards/settings/setting-page.part.tsx';
import { GoalDialog } from './goal-dialog.tsx';

/** Savings goals of the chosen card's account: named amounts that payments leave alone. */
export function SavingsScreen() {
  const t = useTexts('savings');
  return (
    <SettingPage
      title={t('title')}
      back={{ to: paths.cardHome(), link: Link }}
      isWide
      isOffered={({ card }) => card.CanKeepAside}
    >
      {({ card }) => <OfAccount card={card} />}
    </SettingPage>
  );
}

function OfAccount({ card }: { readonly card: CardSummary }) {
  const savings = useOperation(getSavingsGoals, { body: { accountNumber: card.AccountNumber } });
  if (savings.data) return <Goals card={card} savings={savings.data} />;
  if (savings.failure) return <LoadFailed failure={savings.failure} onRetry={savings.refetch} />;
  return (
    <div className="panel">
      <SkeletonRows count={4} />
    </div>
  );
}

type GoalsProps = { readonly card: CardSummary; readonly savings: Savings };

function Goals({ card, savings }: GoalsProps) {
  const t = useTexts('savings');
  const owned = useOwnedMoney();
  const [edited, setEdited] = useState<SavingsGoal | 'new' | null>(null);
  const { Goals: goals, KeptAside: kept } = savings;
  const sum = goals.reduce((cents, { Amount }) => cents + Math.round(Amount * 100), 0) / 100;
  return (
    <PageSplit side={<Purchases card={card} isDeclined={savings.IsPurchaseDeclined} />}>
      <dl className="panel savings__sums">
        <div>
          <dt>{t('left')}</dt>
          <dd className="figures">
            <OwnedMoney dollars={savings.AvailableAccountBalance} />
          </dd>
        </div>
        <div>
          <dt>{t('kept')}</dt>
          <dd className="figures">
            <OwnedMoney dollars={kept} />
          </dd>
        </div>
      </dl>
      {kept < sum ? (
        <Banner tone="warning" title={t('short.title')}>
          {t('short.text', { sum: owned(sum), kept: owned(kept) })}
        </Banner>
      ) : null}
      {goals.length === 0 ? (
        <div className="panel">
          <EmptyState picture={<AppIcon name="savings" />} title={t('empty.title')} text={t('empty.text')} />
        </div>
      ) : (
        <ul className="panel savings__goals" aria-label={t('goals')}>
          {goals.map((goal) => (
            <li key={goal.Id}>
              <button type="button" className="savings__goal" onClick={() => setEdited(goal)}>
                <span className="savings__name">{goal.Name}</span>
                <b className="figures">{owned(goal.Amount)}</b>
                <span className="visually-hidden">{t('change')}</span>
                <Icon name="next" size="s" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {goals.length < SAVINGS_GOALS_MAXIMUM ? (
        <Button wide tone={goals.length === 0 ? 'main' : 'tonal'} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      ) : (
        <p className="savings__note">{t('full', { count: SAVINGS_GOALS_MAXIMUM })}</p>
      )}
      {edited === null ? null : (
        <GoalDialog
          accountNumber={card.AccountNumber}
          left={savings.AvailableAccountBalance}
          goal={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </PageSplit>
  );
}

type PurchasesProps = { readonly card: CardSummary; readonly isDeclined: boolean };

/** How goals work, and whether a purchase may use them. */
function Purchases({ card, isDeclined }: PurchasesProps) {
  const t = useTexts('savings');
  const wordsOf = useErrorTexts();
  const choice = useAction(setSavingsPurchases, { invalidates: [getSavingsGoals, getCards, getCardDetails] });
  return (
    <>
      <section className="panel panel--padded savings__how" aria-labelledby="savings-how">
        <h2 id="savings-how">{t('how.title')}</h2>
        <ul>
          <li>{t('how.payments')}</li>
          <li>{t(isDeclined ? 'how.declined' : 'how.purchases')}</li>
          <li>{t('how.topup')}</li>
          <li>{t('how.fees')}</li>
        </ul>
      </section>
      <div className="panel savings__choice">
        <Switch
          label={t('purchases.label')}
          hint={t(isDeclined ? 'purchases.on' : 'purchases.off')}
          isOn={isDeclined}
          busy={choice.isPending}
          onChange={(IsPurchaseDeclined) =>
            choice.run({ body: { accountNumber: card.AccountNumber, IsPurchaseDeclined } })
          }
        />
        <div role="alert">
          {choice.failure ? <p className="savings__problem">{wordsOf(wordsKeyOf(choice.failure))}</p> : null}
        </div>
      </div>
    </>
  );
}
