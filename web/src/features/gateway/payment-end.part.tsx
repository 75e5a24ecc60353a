import './gateway-frame.css';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { RoundPicture } from '../../ui/round-picture.tsx';

type PaymentEndProps = {
  readonly mark: 'waiting' | 'paid' | 'stopped' | 'failed';
  readonly title: string;
  readonly children?: ReactNode;
  /** Where to go now. */
  readonly ways: ReactNode;
};

const MARKS: Readonly<Record<PaymentEndProps['mark'], ReactNode>> = {
  waiting: <span className="payment-end__spin" />,
  paid: <Icon name="check" />,
  stopped: <Icon name="close" />,
  failed: <Icon name="warning" />,
};
const TONES = { waiting: undefined, paid: 'ok', stopped: undefined, failed: 'danger' } as const;

/** Result of a payment by another card: outcome, whether money was taken, next step. */
export function PaymentEnd({ mark, title, children, ways }: PaymentEndProps) {
  const tone = TONES[mark];
  return (
    <section className="payment-end" role="status">
      <RoundPicture {...(tone && { tone })}>{MARKS[mark]}</RoundPicture>
      <h1>{title}</h1>
      {children}
      <div className="payment-end__ways">{ways}</div>
    </section>
  );
}
