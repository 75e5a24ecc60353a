import { type AccountAlerts, getAlerts, saveAlerts } from '@wattle/contract/alerts/alerts.ts';
import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { operationKey } from '../../api/use-operation.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { isUnknown } from '../../form/form.domain.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { showToast } from '../../ui/toasts.ts';
import { cardReferenceOf } from '../cards/public.ts';
import { type AlertValues, hasAmount, type Kind, toAlerts, toValues } from './alerts.domain.ts';

type Change = (values: AlertValues) => AlertValues;

export type SaveAlerts = {
  /** Changes straight away; `said` is the message once it is saved. */
  readonly change: (kind: Kind, change: Change, said: string) => void;
  /** Why the last change was undone, and the kind that it was for. */
  readonly problem: { readonly code: string; readonly isUnknown: boolean; readonly kind: Kind } | null;
};

/**
 * Saves each change straight away. Changes are shown before the response and sent one after the other, because each
 * carries all alerts of the account; one that fails shows again what the server has.
 */
export function useSaveAlerts(card: CardSummary, alerts: AccountAlerts): SaveAlerts {
  const t = useTexts('alerts');
  const cache = useQueryClient();
  const body = { Card: cardReferenceOf(card) };
  const key = operationKey(getAlerts, { body });
  const last = useRef(Promise.resolve());
  const waiting = useRef(0);
  /** Alerts of the server, while changes are on their way. */
  const saved = useRef(toValues(alerts));
  const [problem, setProblem] = useState<SaveAlerts['problem']>(null);
  const shown = () => cache.getQueryData<AccountAlerts>(key) ?? alerts;
  const show = (values: AlertValues) => cache.setQueryData(key, { ...shown(), Alerts: toAlerts(values) });

  const save = async (kind: Kind, changed: Change, done: () => void) => {
    const next = changed(saved.current);
    const answer = await call(saveAlerts, { body: { ...body, Alerts: toAlerts(next) } });
    waiting.current -= 1;
    if (answer.ok) saved.current = next;
    else setProblem({ code: wordsKeyOf(answer), isUnknown: isUnknown(answer.status), kind });
    if (waiting.current > 0) return;
    show(saved.current);
    if (answer.ok) done();
    // A change without an answer may have been made.
    else await cache.invalidateQueries({ queryKey: key });
  };

  const change: SaveAlerts['change'] = (kind, changed, said) => {
    setProblem(null);
    void cache.cancelQueries({ queryKey: key });
    const before = toValues(shown());
    if (waiting.current === 0) saved.current = before;
    waiting.current += 1;
    show(changed(before));
    const undo = () => change(kind, (now) => ({ ...now, ...ofKind(before, kind) }), t('undone'));
    const done = () => showToast({ text: said, action: { label: t('undo'), onPress: undo, isSpare: true } });
    last.current = last.current.then(() => save(kind, changed, done));
  };
  return { change, problem };
}

function ofKind(values: AlertValues, kind: Kind): Partial<AlertValues> {
  return { [kind]: values[kind], ...(hasAmount(kind) && { [`${kind}Amount`]: values[`${kind}Amount`] }) };
}
