import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { personLink } from '../../ui/person-link.tsx';
import { type CaseAction, useCaseActions } from './case-actions.tsx';
import { Steps } from './steps.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

type Mistaken = RowOf<'mistaken-facts'>;

/** A payment to the wrong account: its destination, the request to the other bank, and the answer. */
export function MistakenScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference: mistaken = '' } = useParams();
  const looked = useCommand('mistaken-facts', { mistaken }, { everyMs: EVERY_MS });
  const [facts] = looked.rows ?? [];
  const isOpen = facts?.state === 'Asked' || facts?.state === 'Requested';
  const given = { mistaken };
  const actions: readonly CaseAction[] = isOpen
    ? [
        ...(facts.state === 'Asked'
          ? [{ command: 'request-mistaken', given, words: t('act.request'), about: t('act.requestText') }]
          : []),
        { command: 'refuse-mistaken', given, words: t('act.refused'), about: t('act.refusedText') },
        { command: 'recover-mistaken', given, words: t('act.recover'), about: t('act.recoverText'), isMain: true },
      ]
    : [];
  const { buttons, form } = useCaseActions(actions);
  const day = (on: string) => format.dateOf(`${on}T02:00:00Z`);
  const answerWords = ({ acknowledgedBy, backBy }: Mistaken) => {
    if (backBy !== '') return t('steps.backBy', { day: day(backBy) });
    return acknowledgedBy === '' ? t('steps.answer') : t('steps.acknowledgedBy', { day: day(acknowledgedBy) });
  };
  return (
    <>
      <PageHead
        title={
          facts
            ? t('mistaken.title', { name: facts.name, amount: format.money(facts.amount), payee: facts.payee })
            : t('kind.mistaken')
        }
        trail={
          <>
            <Link to="/disputes">{t('title')}</Link>
            <span>{` / ${mistaken}`}</span>
          </>
        }
        actions={buttons}
      />
      {facts ? (
        <Steps
          label={t('steps.label')}
          steps={[
            { words: t('steps.reported', { day: format.dateOf(facts.asked) }), is: 'done' },
            {
              words: facts.state === 'Asked' ? t('steps.askBy', { day: day(facts.askBy) }) : t('steps.requested'),
              is: facts.state === 'Asked' ? 'now' : 'done',
            },
            {
              words: isOpen ? answerWords(facts) : t(`state.mistaken.${facts.state}`),
              is: isOpen ? (facts.state === 'Requested' ? 'now' : 'open') : 'done',
            },
            ...(isOpen ? [{ words: t('steps.tellBy', { day: day(facts.tellBy) }), is: 'open' as const }] : []),
          ]}
        />
      ) : null}
      {form}
      <div className="cols">
        <div className="col-8">
          <Pane title={t('what.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <WhatWentWrong of={one} /> : null)}
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4 stack">
          <Pane title={t('money.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) =>
                one ? (
                  <Facts
                    facts={[
                      [t('money.paid'), format.money(one.amount)],
                      [
                        t('money.ifReturned'),
                        Number(one.ifReturned) === 0
                          ? t('money.nothing')
                          : t('money.moves', { name: one.name, amount: format.money(one.ifReturned, 'always') }),
                      ],
                      [t('money.ifNot'), t('money.nothing')],
                    ]}
                  />
                ) : null
              }
            </LookedPart>
          </Pane>
          <Pane title={t('rules.title')}>
            {facts ? <p className="small">{t(`rules.${facts.rule}`)}</p> : null}
            <p className="small">{t('rules.mistaken')}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}

function WhatWentWrong({ of }: { readonly of: Mistaken }) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { person, name, account, receipt, payee, bank, paid, file, line, state } = of;
  return (
    <Facts
      facts={[
        [t('column.person'), personLink(person, name)],
        [t('what.account'), account],
        [t('what.payee'), `${payee}, ${bank}`],
        [t('what.paid'), format.dateOf(`${paid}T02:00:00Z`)],
        [t('what.receipt'), receipt === '' ? '' : <Link to={`/payments/${receipt}`}>{receipt}</Link>],
        [t('what.file'), file === '' ? t('what.noFile') : t('what.fileLine', { file, line: line ?? '' })],
        [t('column.state'), t(`state.mistaken.${state}`)],
      ]}
    />
  );
}
