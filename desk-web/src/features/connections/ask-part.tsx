import { classNames } from '@wattle/web/ui/class-names.ts';
import { Stroke } from '@wattle/web/ui/charts/stroke.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { RowOf } from '../../calls/commands.ts';
import { useDeskFormat } from '../../ui/format.ts';
import type { Message, Purchase } from './use-connections.ts';

type Check = RowOf<'processor-checks'>;

type AskProps = {
  readonly ask: Message;
  readonly facts: Purchase;
  /** The first ask of the purchase, which has sent its facts. */
  readonly isFirst: boolean;
  /** Undefined: not loaded yet. */
  readonly checks: readonly Check[] | undefined;
};

/** One ask: its words, the checks in their order, and our answer. */
export function AskPart({ ask, facts, isFirst, checks = [] }: AskProps) {
  const t = useTexts('deskConnections');
  const format = useDeskFormat();
  return (
    <>
      <div className="story__part">
        <h3>
          {t(isFirst ? 'story.asked' : 'story.askedMore')}{' '}
          <span className="story__time">{format.secondOf(ask.at)}</span>
        </h3>
        <AskedWords ask={ask} facts={facts} isFirst={isFirst} />
      </div>
      {checks.length === 0 ? null : (
        <div className="story__part">
          <h3>{t(isFirst ? 'story.checked' : 'story.checkedMore')}</h3>
          <ol className="ticks">
            {checks.map((check) => (
              <CheckLine key={check.check} of={check} facts={facts} />
            ))}
          </ol>
        </div>
      )}
      <div className="story__part">
        <h3>
          {t(isFirst ? 'story.answered' : 'story.answeredMore')}{' '}
          {ask.usedMs === '' ? null : (
            <span className="story__time">{t('story.ms', { ms: format.count(Number(ask.usedMs)) })}</span>
          )}
        </h3>
        <AnswerWords ask={ask} />
        {ask.reply === '' ? null : (
          <details className="story__bytes small">
            <summary>{t('story.bytes')}</summary>
            <code className="mono">{ask.reply}</code>
          </details>
        )}
      </div>
    </>
  );
}

function AskedWords({ ask, facts, isFirst }: Pick<AskProps, 'ask' | 'facts' | 'isFirst'>) {
  const t = useTexts('deskConnections');
  const people = useTexts('deskPeople');
  const format = useDeskFormat();
  const { channel, mcc, city, country, cash, risk, liability, threeDs, unknownWords } = facts;
  const place = [city, country].filter(Boolean).join(' ');
  const sent = [
    channel === '' ? '' : people(`channel.${channel}`),
    mcc === '' ? '' : t('asked.shop', { mcc }),
    place === '' ? t('asked.noPlace') : place,
    cash === '' ? '' : t('asked.cash', { amount: format.money(cash) }),
    ...(['expiry', 'pin', 'cvv2'] as const).map((proof) =>
      facts[proof] === '' || facts[proof] === 'notChecked' ? '' : t(`proof.${proof}.${facts[proof]}`),
    ),
    threeDs === '' || threeDs === 'none' ? '' : t(`threeDs.${threeDs}`),
    liability === '' ? '' : t(`liability.${liability}`),
    risk === '' ? '' : t('asked.risk', { risk }),
    unknownWords === '' ? '' : t('asked.unknown', { words: unknownWords }),
  ];
  const amount = ask.amount === '' ? '' : format.money(ask.amount);
  const words = [t(`asks.${ask.kind}`, { amount }), ...(isFirst ? sent : []), t('asked.signed')];
  return <p className="small">{words.filter(Boolean).join(' · ')}</p>;
}

/** Words for the reason of a decline, or for the answer where no reason was kept. */
function useReasonWords(): (reason: string) => string {
  const t = useTexts('deskConnections');
  const people = useTexts('deskPeople');
  return (reason) => {
    if (people.has(`decline.${reason}`)) return people(`decline.${reason}`);
    return t.has(`code.${reason}`) ? t(`code.${reason}`) : t('answered.code', { code: reason });
  };
}

const SHAPES: Readonly<Record<string, string>> = {
  passed: 'M5 12l5 5 9-10',
  failed: 'M7 7l10 10M17 7L7 17',
  notMade: 'M7 12h10',
};

function CheckLine({ of: { check, result, reason }, facts }: { readonly of: Check; readonly facts: Purchase }) {
  const t = useTexts('deskConnections');
  const reasonWords = useReasonWords();
  const passed: Readonly<Record<string, string>> = {
    card: facts.ending === '' ? '' : t('card.ending', { ending: facts.ending }),
    category: facts.mcc,
    expiry: facts.expiry === '' ? '' : t(`proof.short.${facts.expiry}`),
  };
  const why =
    result === 'failed' ? reasonWords(reason) : result === 'passed' ? (passed[check] ?? '') : t('check.notMade');
  return (
    <li>
      <span className={classNames('tick', `tick--${result}`)}>
        <Stroke shape={SHAPES[result] ?? ''} size="s" />
      </span>
      <span>
        {t(`check.${check}`)}
        {result === 'notMade' ? null : <span className="visually-hidden">{`: ${t(`check.${result}`)}`}</span>}
      </span>
      <span className="ticks__why">{why}</span>
    </li>
  );
}

function AnswerWords({ ask: { outcome, did, amount, kind } }: Pick<AskProps, 'ask'>) {
  const t = useTexts('deskConnections');
  const reasonWords = useReasonWords();
  const format = useDeskFormat();
  const dollars = amount === '' ? '' : format.money(amount);
  const words = () => {
    if (outcome === '') return t('answered.none');
    if (outcome === 'approved') {
      if (did === 'part') return t('answered.part', { amount: dollars });
      return t(kind === 'balance' ? 'answered.balance' : 'answered.approved', { amount: dollars });
    }
    if (outcome === 'silent') return t(`answered.silent.${did}`);
    if (outcome === 'refused') return t(`answered.refused.${did}`);
    return t('answered.declined', { why: reasonWords(did) });
  };
  return <p className="small">{words()}</p>;
}
