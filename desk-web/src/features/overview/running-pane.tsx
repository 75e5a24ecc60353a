import { Link } from '@wattle/web/router/public.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { ReactNode } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { useCommand } from '../../calls/use-command.ts';
import { plainWords } from '../../ui/field-words.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { FailedPart } from '../../ui/looked.tsx';
import { Pane } from '../../ui/pane.tsx';
import { EVERY_MS } from './every.ts';

type State = 'ok' | 'warn' | 'danger';

const STATES: Readonly<Record<Exclude<RowOf<'running'>['state'], 'none'>, State>> = {
  ok: 'ok',
  broken: 'danger',
  behind: 'warn',
  away: 'danger',
  off: 'danger',
};

/** A network without a purchase yet may be well; books that were never verified and a server without a standby are not. */
function stateOf({ part, state }: RowOf<'running'>): State {
  if (state === 'none') return part === 'network' ? 'ok' : 'warn';
  return STATES[state];
}

const SYSTEMS = { messages: /^(mail|sms|push)(:|$)/, gateway: /^gateway(:|$)/ } as const;
const isOf = (part: keyof typeof SYSTEMS, system: string) => SYSTEMS[part].test(system);

/** Whether the outside systems of the programme answer, and which of them have stopped. */
export function RunningPane() {
  const t = useTexts('deskOverview');
  const format = useDeskFormat();
  const outside = useCommand('outside', {}, { everyMs: EVERY_MS });
  const deadLetters = useCommand('dead-letters', {}, { everyMs: EVERY_MS });
  const trouble = useCommand('bank-trouble', {}, { everyMs: EVERY_MS });
  const hold = useCommand('held', {}, { everyMs: EVERY_MS });
  const running = useCommand('running', {}, { everyMs: EVERY_MS });
  const deadMessages = useCommand('dead-messages', {}, { everyMs: EVERY_MS });
  const off = (running.rows ?? []).filter(({ state }) => state === 'off');
  const failed = [outside, deadLetters, deadMessages, trouble, hold, running].find(({ failure }) => failure);
  const count = (looked: { readonly rows: readonly unknown[] | undefined; readonly hasMore: boolean }) =>
    `${looked.rows?.length ?? 0}${looked.hasMore ? '+' : ''}`;
  const [held] = hold.rows ?? [];
  return (
    <Pane title={t('running.title')} aside={<Link to="/all-commands/outside">{t('running.all')}</Link>}>
      {failed?.failure ? (
        <FailedPart failure={failed.failure} isBusy={failed.isLooking} onRetry={failed.retry} />
      ) : null}
      <ul className="running">
        {held ? (
          <Line state="danger" name={t('running.held')}>
            {t('running.heldText', { at: format.momentIn(held.heldSince) })}
          </Line>
        ) : null}
        {(running.rows ?? []).map((row) => (
          <Line key={row.part} state={stateOf(row)} name={t(`running.${row.part}`)}>
            {t(`running.${row.part}.${row.state}`, {
              at: row.at === '' ? '' : format.momentIn(row.at),
              count: row.count,
              by: row.by,
            })}
          </Line>
        ))}
        {outside.rows
          ? (['messages', 'gateway'] as const)
              .filter((part) => !(outside.rows ?? []).some(({ system }) => isOf(part, system)))
              .filter((part) => part !== 'messages' || off.length === 0)
              .map((part) => (
                <Line key={part} state="ok" name={t(`running.${part}`)}>
                  {t('running.answers')}
                </Line>
              ))
          : null}
        {outside.rows?.length === 0 ? (
          <Line state="ok" name={t('running.systems')}>
            {t('running.systemsText')}
          </Line>
        ) : null}
        {(outside.rows ?? []).map(({ system, failing, since, work, waiting }) => (
          <Line key={`${system} ${work}`} state={failing === '' ? 'warn' : 'danger'} name={plainWords(system)}>
            {failing === '' ? '' : t('running.failing', { at: format.momentIn(since) })}
            {waiting > 0 ? ` ${t('running.waiting', { count: waiting })}` : ''}
          </Line>
        ))}
        {trouble.rows ? (
          <Line
            state={trouble.rows.length > 0 ? 'danger' : 'ok'}
            name={t('running.bank')}
            to={trouble.rows.length > 0 ? '/bank-files' : undefined}
          >
            {trouble.rows.length > 0 ? t('running.bankTrouble', { number: count(trouble) }) : t('running.bankText')}
          </Line>
        ) : null}
        {deadMessages.rows && deadMessages.rows.length > 0 ? (
          <Line state="warn" name={t('running.deadMessages')} to="/all-commands/dead-messages">
            {t('running.givenUp', { number: deadMessages.rows.reduce((sum, { messages }) => sum + messages, 0) })}
          </Line>
        ) : null}
        {deadLetters.rows ? (
          <Line
            state={deadLetters.rows.length > 0 ? 'warn' : 'ok'}
            name={t('running.work')}
            to={deadLetters.rows.length > 0 ? '/all-commands/dead-letters' : undefined}
          >
            {deadLetters.rows.length > 0 ? t('running.givenUp', { number: count(deadLetters) }) : t('running.workText')}
          </Line>
        ) : null}
      </ul>
    </Pane>
  );
}

type LineProps = {
  readonly state: State;
  readonly name: string;
  readonly to?: string | undefined;
  readonly children: ReactNode;
};

/** A system and its state. The dot repeats the words. */
function Line({ state, name, to, children }: LineProps) {
  return (
    <li>
      <i className={state === 'ok' ? 'dot' : `dot dot--${state}`} aria-hidden="true" />
      <p>
        {to === undefined ? <span>{name}</span> : <Link to={to}>{name}</Link>} <span className="quiet">{children}</span>
      </p>
    </li>
  );
}
