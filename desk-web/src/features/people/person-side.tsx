import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { CardLine } from './card-line.tsx';
import type { Act, Person } from './use-person.ts';

type SideProps = { readonly person: Person; readonly onAct: (act: Act) => void };

/** Money, cards and details of a person, next to the other parts. */
export function PersonSide({ person, onAct }: SideProps) {
  return (
    <div className="stack people__side">
      <MoneyPane person={person.person} />
      <CardsPane person={person.person} onAct={onAct} />
      <DetailsPane person={person} onAct={onAct} />
    </div>
  );
}

function MoneyPane({ person }: { readonly person: string }) {
  const t = useTexts('deskPeople');
  const format = useDeskFormat();
  const looked = useCommand('accounts', { person });
  return (
    <Pane title={t('money')}>
      <LookedPart of={looked} empty={t('none.accounts')}>
        {(accounts) =>
          accounts.map((account) => (
            <Facts
              key={account.account}
              facts={[
                [
                  t('column.available'),
                  <strong key="available" className="figures">
                    {format.money(account.available)}
                  </strong>,
                ],
                [
                  t('column.balance'),
                  <span key="balance" className="figures">
                    {format.money(account.balance)}
                  </span>,
                ],
                [
                  t('column.held'),
                  <span key="held" className="figures">
                    {format.money(account.held)}
                  </span>,
                ],
                ...(account.keptAside === '0.00'
                  ? []
                  : [
                      [
                        t('column.keptAside'),
                        <span key="keptAside" className="figures">
                          {format.money(account.keptAside)}
                        </span>,
                      ] as const,
                    ]),
                [
                  t('column.account'),
                  <span key="account" className="people__account">
                    <span className="figures">{account.bsb}</span>
                    <span className="figures">{account.account.replace(/(\d{3})(?=\d)/g, '$1 ')}</span>
                  </span>,
                ],
                [t('column.state'), account.state === 'open' ? '' : t(`account.${account.state}`)],
              ]}
            />
          ))
        }
      </LookedPart>
    </Pane>
  );
}

function CardsPane({ person, onAct }: { readonly person: string; readonly onAct: (act: Act) => void }) {
  const t = useTexts('deskPeople');
  const looked = useCommand('cards-of', { person });
  return (
    <Pane title={t('column.cards')}>
      <LookedPart of={looked} empty={t('none.cards')}>
        {(cards) => (
          <ul className="people__cards">
            {cards.slice(0, 4).map((card) => (
              <CardLine key={card.card} card={card} onAct={onAct} />
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
