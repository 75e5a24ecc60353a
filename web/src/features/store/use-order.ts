import { getOrder } from '@wattle/contract/store/orders.ts';
import type { OrderView } from '@wattle/contract/store/store.ts';
import { useCallback, useEffect, useState } from 'react';
import { type CallFailure, send } from '../../api/send.ts';
import { usePageFault } from '../../api/server-fault.ts';
import { readPlacedOrder } from './basket.ts';

const ASK_AGAIN_MS = 2_000;

type Asked = { readonly order: OrderView | null; readonly failure: CallFailure | null };

/** An order whose payment is not settled yet: the page asks again. */
export function isUnsettled({ State, Payment }: OrderView): boolean {
  return State === 'Placed' && (Payment === 'Waiting' || Payment === 'Unknown' || Payment === 'Paid');
}

/** The order of this browser, refetched until the outcome of its payment is known. */
export function useOrder(): Asked & {
  readonly isThere: boolean;
  readonly show: (order: OrderView) => void;
  readonly retry: () => void;
} {
  const [id] = useState(() => readPlacedOrder()?.id ?? null);
  const [asked, setAsked] = useState<Asked>({ order: null, failure: null });
  const ask = useCallback(async () => {
    if (id === null) return;
    const answer = await send(getOrder, { body: { OrderId: id } });
    setAsked((before) =>
      answer.ok ? { order: answer.value, failure: null } : { order: before.order, failure: answer },
    );
  }, [id]);
  useEffect(() => {
    void ask();
  }, [ask]);
  const isOpen = asked.order !== null && isUnsettled(asked.order);
  useEffect(() => {
    if (!isOpen) return;
    const timer = window.setInterval(() => void ask(), ASK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [ask, isOpen]);
  usePageFault(asked.order ? null : asked.failure);
  return {
    ...asked,
    isThere: id !== null,
    show: (order) => setAsked({ order, failure: null }),
    retry: () => void ask(),
  };
}
