import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { classNames } from '@wattle/web/ui/class-names.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { Facts } from '../../ui/facts.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { LookedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useOutcomeWords } from './outcome-words.ts';

type Message = RowOf<'network-message'>;
type Check = RowOf<'network-checks'>;

/** One purchase: what was asked for, the checks in their order, and what we answered. */
export function MessagePane({ message }: { readonly message: string }) {
  const t = useTexts('deskEvents');
  const looked = useCommand('network-message', { message });
  const wordsOf = useOutcomeWords();
  const format = useDeskFormat();
  const [found] = looked.rows ?? [];
  return (
    <Pane
      title={found ? wordsOf(found) : t('message.title')}
      aside={found ? <span className="figures strong">{format.money(found.amount)}</span> : null}
      isPadded={false}
    >
      <LookedPart of={looked} empty={t('messages.none')}>
        {([one]) => (one ? <MessageParts of={one} /> : null)}
      </LookedPart>
    </Pane>
  );
}

function MessageParts({ of }: { readonly of: Message }) {
  const t = useTexts('deskEvents');
  const format = useDeskFormat();
  const people = useTexts('deskPeople');
  const checks = useCommand('network-checks', { message: of.message });
  const place = [of.place, of.country].filter(Boolean).join(' ');
  return (
    <>
      <p className="events__line small quiet">
        {t('message.reference', { reference: of.reference, at: format.secondOf(of.at), day: format.dateOf(of.at) })}
      </p>
      <div className="events__two">
        <div>
          <h3>{t('message.checks')}</h3>
          <LookedPart of={checks} empty={t('message.noChecks')}>
            {(rows) => (
              <ol className="events__checks small">
                {rows.map((row) => (
                  <CheckLine key={row.check} of={row} message={of} />
                ))}
              </ol>
            )}
          </LookedPart>
        </div>
        <div className="stack">
          <h3>{t('message.request')}</h3>
          <Facts
            facts={[
              [t('fact.card'), t('fact.ending', { ending: of.ending })],
              [t('fact.shop'), of.shop],
              [t('fact.place'), place === '' ? t('fact.none') : place],
              [t('fact.channel'), people.has(`channel.${of.channel}`) ? people(`channel.${of.channel}`) : of.channel],
              [t('fact.mcc'), of.mcc],
              [t('fact.receipt'), of.purchaseReceipt],
            ]}
          />
          <h3>{t('message.answer')}</h3>
          <p className="small">
            {of.approvalCode === ''
              ? t('message.code', { code: of.code })
              : t('message.codes', { code: of.code, approval: of.approvalCode })}
          </p>
          {of.response === '' ? null : <pre className="events__bytes mono">{of.response}</pre>}
        </div>
      </div>
      {of.person === '' ? null : (
        <p className="events__foot small">
          <Link to={`/people/${of.person.replace('holder:', '')}`}>{t('message.person', { name: of.name })}</Link>
        </p>
      )}
    </>
  );
}

const SHAPES: Readonly<Record<string, string>> = {
  passed: 'M5 12l5 5 9-10',
  failed: 'M7 7l10 10M17 7L7 17',
  notMade: 'M7 12h10',
};

function CheckLine({ of: { check, result, reason }, message }: { readonly of: Check; readonly message: Message }) {
  const t = useTexts('deskEvents');
  const connections = useTexts('deskConnections');
  const people = useTexts('deskPeople');
  const words = () => (people.has(`decline.${reason}`) ? people(`decline.${reason}`) : reason);
  const failed = () => (message.rule === '' ? words() : [message.rule, message.figures].join(': '));
  const why = result === 'failed' ? failed() : result === 'notMade' ? connections('check.notMade') : '';
  return (
    <li className={classNames(result === 'failed' && 'strong')}>
      <span className={classNames('events__tick', `events__tick--${result}`)}>
        <Stroke shape={SHAPES[result] ?? ''} size="s" />
      </span>
      <span>
        {connections(`check.${check}`)}
        {result === 'passed' ? <span className="visually-hidden">{`: ${t('check.passed')}`}</span> : null}
      </span>
      <span className="quiet">{why}</span>
    </li>
  );
}
