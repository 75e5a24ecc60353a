import type { InboxMessage } from '@wattle/contract/sandbox/inbox.ts';
import { useFormat } from '../../i18n/format.ts';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { AppIcon, type AppIconName } from '../../ui/app-icon.tsx';

const ICONS: Readonly<Record<InboxMessage['Channel'], AppIconName>> = {
  email: 'mail',
  sms: 'message',
  push: 'bell',
};

/** A message as its receiver would read it. A mail is shown by its text: the page runs no mail's HTML. */
export function InboxMessageView({ message }: { readonly message: InboxMessage }) {
  const t = useTexts('sandbox');
  const format = useFormat();
  const { Channel, Recipient, Subject, QueuedTime, State, Attempts } = message;
  return (
    <article className="inbox-message">
      <header className="inbox-message__head">
        <span className="inbox-message__icon">
          <AppIcon name={ICONS[Channel]} size="s" />
        </span>
        <p className="inbox-message__to">
          <span className="inbox-message__recipient">{Recipient}</span>
          <span className="inbox-message__what">
            {t(`inbox.${Channel}`)} · {t(`inbox.${State}`, { count: Attempts })}
          </span>
        </p>
        <time className="inbox-message__time figures" dateTime={QueuedTime}>
          {format.dateOf(QueuedTime)} {format.timeOf(QueuedTime)}
        </time>
      </header>
      <div className="inbox-message__body" lang={LANGUAGE_TAG[message.Language]}>
        {Subject === null ? null : <h2 className="inbox-message__subject">{Subject}</h2>}
        {message.Text.trim()
          .split(/\n{2,}/)
          .map((paragraph) => (
            <p key={paragraph}>
              {/^https?:\/\/\S+$/.test(paragraph) ? <a href={paragraph}>{paragraph}</a> : paragraph}
            </p>
          ))}
      </div>
    </article>
  );
}
