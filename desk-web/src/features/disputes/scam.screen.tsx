import { Link, useParams } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { personLink } from '../../ui/person-link.tsx';
import type { CaseAction } from './case-actions.tsx';
import { CasePage } from './case-page.tsx';
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
  return (
    <CasePage
      title={
        facts
          ? t('scam.title', { name: facts.name, amount: format.money(facts.amount), payee: facts.payee })
          : t('kind.scam')
      }
      reference={scam}
      actions={actions}
      looked={looked}
      factsOf={(one) => [
        [t('column.person'), personLink(one.person, one.name)],
        [t('what.account'), one.account],
        [t('what.payee'), one.payee],
        [t('column.amount'), format.money(one.amount)],
        [t('what.reported'), format.momentOf(one.reported)],
        [t('what.outcome'), t(`outcome.${one.outcome}`)],
        [
          t('what.askedBack'),
          one.mistaken === '' ? '' : <Link to={`/disputes/mistaken/${one.mistaken}`}>{one.mistaken}</Link>,
        ],
        [t('column.state'), t(`state.scam.${one.state}`)],
      ]}
      rules={t('rules.scam')}
    />
  );
}
