import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { FailedPart, LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { AccountLine } from './account-line.tsx';
import { CallerPane } from './caller-pane.tsx';
import type { Act, Person } from './use-person.ts';

type SideProps = { readonly person: Person; readonly onAct: (act: Act) => void };

/** Checks of the caller, the accounts with their cards, and the details of a person, next to the other parts. */
export function PersonSide({ person, onAct }: SideProps) {
  return (
    <div className="stack people__side">
      <CallerPane person={person.person} />
      <AccountsPane person={person.person} onAct={onAct} />
      <DetailsPane person={person} onAct={onAct} />
    </div>
  );
}

/** Cards of an account that are shown beside it; the others are in the part of the accounts. */
const MOST_CARDS = 4;

function AccountsPane({ person, onAct }: { readonly person: string; readonly onAct: (act: Act) => void }) {
  const t = useTexts('deskPeople');
  const accounts = useCommand('accounts', { person });
  const cards = useCommand('cards-of', { person });
  const cardsOf = (account: string) => (cards.rows ?? []).filter((card) => card.account === account);
  return (
    <Pane title={t('part.accounts')}>
      {cards.failure ? <FailedPart failure={cards.failure} isBusy={cards.isLooking} onRetry={cards.retry} /> : null}
      <LookedPart of={accounts} empty={t('none.accounts')}>
        {(rows) => (
          <ul className="people__accounts">
            {rows.map((account) => (
              <AccountLine
                key={account.account}
                account={account}
                cards={cardsOf(account.account).slice(0, MOST_CARDS)}
                onAct={onAct}
              />
            ))}
          </ul>
        )}
      </LookedPart>
    </Pane>
  );
}

/** Masked details, each with a button to reveal it. */
const MASKED = ['born', 'email', 'mobile', 'homePhone', 'address', 'postalAddress', 'otherContact'] as const;

function DetailsPane({ person, onAct }: SideProps) {
  const t = useTexts('deskPeople');
  return (
    <Pane title={t('details')}>
      <Facts
        facts={[
          ...MASKED.map(
            (detail) =>
              [
                t(`detail.${detail}`),
                person[detail] === '' ? (
                  ''
                ) : (
                  <span key={detail} className="people__masked">
                    <span>{person[detail]}</span>
                    <button
                      type="button"
                      className="link-button"
                      aria-label={t('act.showDetail', { detail: t(`detail.${detail}`) })}
                      onClick={() =>
                        onAct({ command: 'reveal', label: 'act.reveal', given: { person: person.person, detail } })
                      }
                    >
                      {t('act.show')}
                    </button>
                  </span>
                ),
              ] as const,
          ),
          [t('detail.taxFileNumber'), person.taxFileNumber === '' ? t('notGiven') : t('given')],
          [t('detail.care'), care(t, person)],
        ]}
      />
      <p className="small quiet">{t('revealIsRecorded')}</p>
    </Pane>
  );
}

function care(t: (key: string) => string, { hardship, largePrint }: Person): string {
  return [hardship === 'yes' ? t('care.hardship') : '', largePrint === 'yes' ? t('care.largePrint') : '']
    .filter(Boolean)
    .join(', ');
}
