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
import { useNow } from '../../ui/use-now.ts';
import { type CaseAction, useCaseActions } from './case-actions.tsx';
import { DueTag } from './due-tag.tsx';
import { EvidencePart } from './evidence-part.tsx';
import { MessagesPart } from './messages-part.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { Steps } from './steps.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

type Dispute = RowOf<'dispute-facts'>;

/** A dispute: the payment, the evidence, the messages, the money on both sides and the deadlines. */
export function DisputeScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference: dispute = '' } = useParams();
  const looked = useCommand('dispute-facts', { dispute }, { everyMs: EVERY_MS });
  const daysUntil = useDaysUntil();
  const [facts] = looked.rows ?? [];
  const actions = useActions(facts);
  const { buttons, form } = useCaseActions(actions);
  const title = facts
    ? t('dispute.title', { name: facts.name, amount: format.money(facts.amount), merchant: facts.merchant })
    : t('kind.dispute');
  return (
    <>
      <PageHead
        title={title}
        trail={
          <>
            <Link to="/disputes">{t('title')}</Link>
            <span>{` / ${dispute}`}</span>
          </>
        }
        tags={facts?.ended === '' ? <DueTag daysLeft={daysUntil(facts.due)} /> : undefined}
        actions={buttons}
      />
      {facts ? <DisputeSteps of={facts} /> : null}
      {form}
      <div className="cols">
        <div className="col-8 stack">
          <Pane title={t('what.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <WhatHappened of={one} /> : null)}
            </LookedPart>
          </Pane>
          <EvidencePart dispute={dispute} person={facts?.name ?? ''} />
          <MessagesPart dispute={dispute} person={facts?.name ?? ''} />
        </div>
        <div className="col-4 stack">
          <Pane title={t('money.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) => (one ? <Money of={one} /> : null)}
            </LookedPart>
          </Pane>
          <Pane title={t('rules.title')}>
            <p className="small">{t('rules.answer')}</p>
            <p className="small">{t('rules.evidence')}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}

function useActions(facts: Dispute | undefined): readonly CaseAction[] {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  if (!facts || facts.ended !== '') return [];
  const given = { dispute: facts.dispute };
  const amount = format.money(facts.amount);
  return [
    { command: 'ask-back', given, words: t('act.ask', { name: facts.name }), about: t('act.askText') },
    ...(facts.state === 'Submitted'
      ? []
      : [{ command: 'submit-dispute', given, words: t('act.submit'), about: t('act.submitText') }]),
    ...(facts.provisionalGiven
      ? []
      : [
          {
            command: 'provisional-credit',
            given,
            words: t('act.provisional'),
            about: t('act.provisionalText', { amount }),
          },
        ]),
    {
      command: 'resolve-dispute',
      given,
      words: t('act.resolve'),
      form: <ResolveForm of={facts} />,
      isMain: true,
    },
  ];
}

function DisputeSteps({ of: { opened, submitted, due, ended, state, resolution } }: { readonly of: Dispute }) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const isOver = ended !== '';
  return (
    <Steps
      label={t('steps.label')}
      steps={[
        { words: t('steps.opened', { day: format.dateOf(opened) }), is: 'done' },
        submitted === ''
          ? { words: t('steps.notSubmitted'), is: 'open' }
          : { words: t('steps.submitted', { day: format.dateOf(submitted) }), is: 'done' },
        ...(state === 'NeedsInfo' ? [{ words: t('steps.needsInfo'), is: 'now' } as const] : []),
        isOver
          ? {
              words: t('steps.ended', {
                day: format.dateOf(ended),
                how: t(resolution === '' ? 'resolution.withdrawn' : `resolution.${resolution}`),
              }),
              is: 'done',
            }
          : {
              words: t('steps.due', { day: format.dateOf(`${due}T02:00:00Z`) }),
              is: state === 'NeedsInfo' ? 'open' : 'now',
            },
      ]}
    />
  );
}

function WhatHappened({ of }: { readonly of: Dispute }) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { person, name, account, card, merchant, statement, mcc, channel, country, bought, cleared, amount, reason } =
    of;
  return (
    <Facts
      facts={[
        [t('column.person'), personLink(person, name)],
        [t('what.account'), [account, card].filter(Boolean).join(' · ')],
        [t('what.merchant'), statement === '' || statement === merchant ? merchant : `${merchant} (${statement})`],
        [
          t('what.purchase'),
          t('what.purchaseWords', {
            amount: format.money(amount),
            bought: format.dateOf(bought),
            cleared: format.dateOf(cleared),
          }),
        ],
        [t('what.kind'), [channel, country, mcc === '' ? '' : `MCC ${mcc}`].filter(Boolean).join(', ')],
        [t('what.reason'), t(`reason.${reason}`)],
      ]}
    />
  );
}

function Money({ of }: { readonly of: Dispute }) {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { amount, refunded, provisional, provisionalGiven, ifUpheld, ifNot, ended, credited, name } = of;
  const moved = (dollars: string) =>
    Number(dollars) === 0 ? t('money.nothing') : t('money.moves', { name, amount: format.money(dollars, 'always') });
  return (
    <Facts
      facts={[
        [t('money.disputed'), format.money(amount)],
        [t('money.refunded'), Number(refunded) === 0 ? '' : format.money(refunded)],
        [
          t('money.provisional'),
          Number(provisional) > 0
            ? format.money(provisional)
            : t(provisionalGiven ? 'money.takenBack' : 'money.notGiven'),
        ],
        ...(ended === ''
          ? ([
              [t('money.ifUpheld'), moved(ifUpheld)],
              [t('money.ifNot'), moved(ifNot)],
            ] as const)
          : ([[t('money.credited'), credited === '' ? t('money.nothing') : format.money(credited)]] as const)),
      ]}
    />
  );
}

const DAY_MS = 86_400_000;

/** Days from today until a day, in the zone of the programme; below zero it has passed. */
function useDaysUntil(): (day: string) => number {
  const format = useDeskFormat();
  const today = format.dayOf(useNow());
  return (day) => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
}
