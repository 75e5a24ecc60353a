import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../parts/facts.tsx';
import { useDeskFormat } from '../../parts/format.ts';
import { LookedPart } from '../../parts/looked.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pane } from '../../parts/pane.tsx';
import { type CaseAction, useCaseActions } from './case-actions.tsx';
import { EVERY_MS } from './use-cases.ts';
import './disputes.css';

/** A payment that its payer thinks is a scam. Its payee is blocked until the case ends otherwise. */
export function ScamScreen() {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const { reference: scam = '' } = useParams();
  const looked = useCommand('scam', { scam }, { everyMs: EVERY_MS });
  const [facts] = looked.rows ?? [];
  const given = { scam };
  const actions: readonly CaseAction[] = facts
    ? [
        { command: 'unblock-payee', given, words: t('act.unblock'), about: t('act.unblockText') },
        ...(facts.state === 'Open'
          ? [{ command: 'close-scam', given, words: t('act.closeScam'), about: t('act.closeScamText'), isMain: true }]
          : []),
      ]
    : [];
  const { buttons, form } = useCaseActions(actions);
  return (
    <>
      <PageHead
        title={
          facts
            ? t('scam.title', { name: facts.name, amount: format.money(facts.amount), payee: facts.payee })
            : t('kind.scam')
        }
        trail={
          <>
            <Link to="/disputes">{t('title')}</Link>
            <span>{` / ${scam}`}</span>
          </>
        }
        actions={buttons}
      />
      {form}
      <div className="cols">
        <div className="col-8">
          <Pane title={t('what.title')}>
            <LookedPart of={looked} empty={t('unknown')}>
              {([one]) =>
                one ? (
                  <Facts
                    facts={[
                      [
                        t('column.person'),
                        one.person === '' ? (
                          one.name
                        ) : (
                          <Link to={`/people/${one.person.replace('holder:', '')}`}>{one.name}</Link>
                        ),
                      ],
                      [t('what.account'), one.account],
                      [t('what.payee'), one.payee],
                      [t('column.amount'), format.money(one.amount)],
                      [t('what.reported'), format.momentOf(one.reported)],
                      [t('what.outcome'), t(`outcome.${one.outcome}`)],
                      [
                        t('what.askedBack'),
                        one.mistaken === '' ? (
                          ''
                        ) : (
                          <Link to={`/disputes/mistaken/${one.mistaken}`}>{one.mistaken}</Link>
                        ),
                      ],
                      [t('column.state'), t(`state.scam.${one.state}`)],
                    ]}
                  />
                ) : null
              }
            </LookedPart>
          </Pane>
        </div>
        <div className="col-4">
          <Pane title={t('rules.title')}>
            <p className="small">{t('rules.scam')}</p>
          </Pane>
        </div>
      </div>
    </>
  );
}
